/** Which of the starting user's variables agents and gates get, by the settings. */

export interface EnvironmentRules {
  /** Names, or patterns with `*`, of variables that are taken out. */
  deny: string[];
  /** When given, only these are handed on, and those without which no program runs. */
  allowOnly?: string[] | undefined;
}

/** Without them nothing is found, or text is broken. */
const needed = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_*', 'TZ', 'TMPDIR'];

export function applyRules(env: Record<string, string>, { deny, allowOnly }: EnvironmentRules): Record<string, string> {
  const denied = deny.map(pattern);
  const allowed = allowOnly === undefined ? undefined : [...needed, ...allowOnly].map(pattern);
  const passes = (name: string) =>
    !denied.some((rule) => rule.test(name)) && (allowed === undefined || allowed.some((rule) => rule.test(name)));
  return Object.fromEntries(Object.entries(env).filter(([name]) => passes(name)));
}

/** `AWS_*` as an expression for whole names. */
function pattern(glob: string): RegExp {
  const parts = glob.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}
