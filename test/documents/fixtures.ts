import { readFileSync } from 'node:fs';
import type { Finding } from '../../src/documents/types.js';

/** The text of a document in test/fixtures/plans. */
export function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/plans/${name}`, import.meta.url), 'utf8');
}

/** Findings in short: `error status-missing 12`. */
export function brief(findings: readonly Finding[]): string[] {
  return findings.map(({ level, code, line }) => `${level} ${code} ${line ?? '-'}`);
}

/** A plan of increments with the given bodies, numbered from 01. */
export function planOf(...bodies: string[]): string {
  const head = '# Implementation Plan: T\n\n**Overall Status:** pending\n**Current Increment:** --\n\n';
  return head + bodies.map((body, index) => `### Increment 0${index + 1}: Part\n\n${body}\n`).join('\n');
}

/** The lines in which two texts of equally many lines differ, each as `old → new`. */
export function changedLines(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  return Array.from({ length: Math.max(old.length, now.length) }, (_, index) => [old[index], now[index]])
    .filter(([left, right]) => left !== right)
    .map(([left, right]) => `${left} → ${right}`);
}
