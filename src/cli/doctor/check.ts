/** One thing that was looked at. */
export interface Check {
  /** Stable, kebab-case, for scripts. */
  name: string;
  /** `error`: runs can't work; `warning`: something is missing or will be; `ok`. */
  level: 'ok' | 'warning' | 'error';
  /** A sentence. */
  message: string;
  /** How to mend it, usually a command. */
  hint?: string;
}

export function ok(name: string, message: string): Check {
  return { name, level: 'ok', message };
}

export function warning(name: string, message: string, hint: string): Check {
  return { name, level: 'warning', message, hint };
}

export function error(name: string, message: string, hint: string): Check {
  return { name, level: 'error', message, hint };
}
