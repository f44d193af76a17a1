import type { Finding, FindingLevel } from './types.js';

/** Collects findings of one document, in the order in which they are met. */
export class Findings {
  readonly all: Finding[] = [];

  constructor(private readonly file: string) {}

  /** `index` is the 0-based index of the line; without it the finding is about the whole file. */
  add(level: FindingLevel, code: string, message: string, hint: string, index?: number): void {
    const place = index === undefined ? {} : { line: index + 1, column: 1 };
    this.all.push({ level, code, message, file: this.file, ...place, hint });
  }

  /** Adds what was found in a part of this document. */
  take(found: readonly Finding[]): void {
    for (const finding of found) this.all.push({ ...finding, file: this.file });
  }

  /** Sorted by line; those about the whole file come first. */
  sorted(): Finding[] {
    return this.all.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  }
}
