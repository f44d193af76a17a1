import { existsSync } from 'node:fs';
import type { ProgramSpec } from './types.js';

/** Says in a sentence why a program could not be started, where, and what to do about it. */
export function spawnProblem(spec: ProgramSpec, error: unknown): string {
  const { code, message, path } = error as NodeJS.ErrnoException;
  const what = `Could not start ${spec.args ? `"${spec.command}"` : 'bash'} for ${spec.purpose}`;
  const reason = code === 'ENOENT' ? missing(spec, path) : REASONS[code ?? ''];
  return `${what}: ${reason ?? message.replace(/\.$/, '')}.`;
}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied; check that it is an executable file and that its folders may be read and written',
  E2BIG: 'its command line or environment is too large for the system; pass long text through a file',
  ENOEXEC: 'it is neither a binary for this machine nor a script with a first line that names its interpreter',
  ENOSPC: 'the disk is full; free some space',
  EMFILE: 'this process has too many open files; raise the limit (ulimit -n)',
  EAGAIN: 'the system allows no more processes; end some, or raise the limit (ulimit -u)',
};

/** The system says "no such file" of the program and of each file and folder it is started with alike. */
function missing(spec: ProgramSpec, path: string | undefined): string {
  if (!existsSync(spec.cwd)) return `its working directory ${spec.cwd} does not exist`;
  if (spec.stdinFile !== undefined && path === spec.stdinFile) return `its input file ${spec.stdinFile} does not exist`;
  const name = spec.args ? spec.command : 'bash';
  if (name.includes('/')) return `the file, or the interpreter that its first line names, does not exist`;
  return 'there is no program of this name on its PATH; install it, or give the path of its file';
}
