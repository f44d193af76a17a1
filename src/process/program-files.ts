import { constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { ProgramSpec } from './types.js';

/** The open files of a running program. */
export interface ProgramFiles {
  stdin: number | 'ignore';
  stdout: number;
  stderr: number;
  /** Bytes in the output files now. */
  size: () => Promise<number>;
  close: () => Promise<void>;
}

/**
 * Appending, so that two programs of one file don't overwrite each other, and so that a script's `> /dev/stderr`,
 * which cuts the file, leaves no hole of zero bytes. A file of an earlier run is emptied.
 */
const OUTPUT = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_APPEND;

/**
 * Opens what a program reads and writes; missing folders for output are made, output files are readable by their
 * owner only. Rejects with the file system's error, with nothing left open.
 */
export async function openProgramFiles(spec: ProgramSpec): Promise<ProgramFiles> {
  const handles: FileHandle[] = [];
  const close = async () => void (await Promise.all(handles.map((handle) => handle.close())));
  const keep = async (opening: Promise<FileHandle>) => {
    handles.push(await opening);
    return (handles.at(-1) as FileHandle).fd;
  };
  try {
    const stdin = spec.stdinFile === undefined ? 'ignore' : await keep(open(spec.stdinFile));
    const outputsAt = handles.length;
    const stdout = await keep(openOutput(spec.stdoutFile));
    const shared = path.resolve(spec.stdoutFile) === path.resolve(spec.stderrFile);
    const stderr = shared ? stdout : await keep(openOutput(spec.stderrFile));
    return { stdin, stdout, stderr, size: () => totalSize(handles.slice(outputsAt)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openOutput(file: string): Promise<FileHandle> {
  await mkdir(path.dirname(file), { recursive: true });
  return open(file, OUTPUT, 0o600);
}

async function totalSize(handles: FileHandle[]): Promise<number> {
  const sizes = await Promise.all(handles.map(async (handle) => (await handle.stat()).size));
  return sizes.reduce((total, size) => total + size, 0);
}
