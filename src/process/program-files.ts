import { closeSync, constants, fstatSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import type { ProgramSpec } from './types.js';

/** What a program writes into, kept open to be measured: the program may delete it. */
export interface OutputFiles {
  /** Bytes in them now. */
  size: () => number;
  close: () => void;
}

/**
 * Makes a program's output files, empty and readable by their owner only, and missing folders for them. Throws the
 * file system's error, with nothing left open.
 */
export function makeOutputFiles(spec: ProgramSpec): OutputFiles {
  const opened: number[] = [];
  const close = () => opened.forEach((file) => closeSync(file));
  try {
    for (const file of new Set([spec.stdoutFile, spec.stderrFile].map((name) => path.resolve(name)))) {
      mkdirSync(path.dirname(file), { recursive: true });
      opened.push(openSync(file, 'w', 0o600));
    }
    return { size: () => opened.reduce((total, file) => total + fstatSync(file).size, 0), close };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * Appending, so that two programs of one file don't overwrite each other, and so that a script's `> /dev/stderr`,
 * which cuts the file, leaves no hole of zero bytes.
 */
const OUTPUT = constants.O_WRONLY | constants.O_APPEND;

/** Opens what a program is started with; the files are there. Throws the file system's error, with nothing left open. */
export function openForProgram(spec: ProgramSpec): {
  stdio: ['ignore' | number, number, number];
  close: () => void;
} {
  const opened: number[] = [];
  const close = () => opened.forEach((file) => closeSync(file));
  const keep = (file: string, flags: number) => {
    const descriptor = openSync(file, flags);
    opened.push(descriptor);
    return descriptor;
  };
  try {
    const stdin = spec.stdinFile === undefined ? 'ignore' : keep(spec.stdinFile, constants.O_RDONLY);
    return { stdio: [stdin, keep(spec.stdoutFile, OUTPUT), keep(spec.stderrFile, OUTPUT)], close };
  } catch (error) {
    close();
    throw error;
  }
}
