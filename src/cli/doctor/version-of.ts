import { execa } from 'execa';

/**
 * The first version number in what a program prints for `--version`, or its first line when there is none; `undefined`
 * when it doesn't start, fails or takes longer than 10 s.
 */
export async function versionOf(program: string): Promise<string | undefined> {
  // Some programs ask something when they could read an answer.
  const options = { timeout: 10_000, killSignal: 'SIGKILL', stdin: 'ignore', reject: false } as const;
  const { failed, stdout } = await execa(program, ['--version'], options);
  const line = stdout?.split('\n')[0] ?? '';
  return failed ? undefined : (/\d+\.\d+(\.\d+)?[\w.-]*/.exec(stdout ?? '')?.[0] ?? line.slice(0, 80));
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
