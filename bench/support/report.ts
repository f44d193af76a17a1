/** The results as a person reads them, and as a later run compares them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Row } from './point.js';

export interface Measured {
  key: string;
  title: string;
  rows: Row[];
}

/** What the numbers depend on. */
export interface Machine {
  node: string;
  platform: string;
  processor: string;
  cores: number;
  memoryGiB: number;
  git: string;
  /** Of the last minute before the first point: above the number of cores, times say little. */
  load: number;
}

export function describeMachine(): Machine {
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    git: execFileSync('git', ['--version'], { encoding: 'utf8' }).trim(),
    load: loadavg()[0] ?? 0,
  };
}

/** One line a row, as Markdown. */
export function table({ key, title, rows }: Measured): string {
  const lines = rows.map(({ name, value, unit, target, atLeast = false }) => {
    const wanted = target === undefined ? '' : `${atLeast ? '≥' : '≤'} ${format(target)}`;
    const met = target === undefined ? '' : (atLeast ? value >= target : value <= target) ? 'yes' : '**no**';
    return `| ${name} | ${format(value)} ${unit} | ${wanted} | ${met} |`;
  });
  return [`(${key}) ${title}`, '', '| | measured | target | met |', '| --- | ---: | ---: | --- |', ...lines, ''].join(
    '\n',
  );
}

/** Writes `<folder>/<time>.json` and returns its path. */
export function writeResults(folder: string, machine: Machine, measured: Measured[]): string {
  const at = new Date().toISOString();
  const file = join(folder, `${at.replace(/[:.]/g, '-')}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify({ at, machine, measured }, null, 2)}\n`);
  return file;
}

function format(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : Number(value.toFixed(2)).toString();
}
