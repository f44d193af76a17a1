import { execFile } from 'node:child_process';

/**
 * The first version number in what a program prints for `--version`, or its first line when there is none; `undefined`
 * when it doesn't start, fails or takes longer than 10 s.
 */
export function versionOf(program: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = execFile(program, ['--version'], { timeout: 10_000, killSignal: 'SIGKILL' }, (failure, stdout) => {
      const line = stdout.trim().split('\n')[0] ?? '';
      resolve(failure ? undefined : (/\d+\.\d+(\.\d+)?[\w.-]*/.exec(stdout)?.[0] ?? line.slice(0, 80)));
    });
    // Some programs ask something when they could read an answer.
    child.stdin?.end();
  });
}

/** Whether `version` is at least `least`, by numbers; `22.1` counts as `22.1.0`. */
export function isAtLeast(version: string, least: string): boolean {
  const numbers = (text: string) => text.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const [have, want] = [numbers(version), numbers(least)];
  for (let index = 0; index < want.length; index += 1) {
    const difference = (have[index] ?? 0) - (want[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
