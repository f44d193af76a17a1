/**
 * A condition that the person at the terminal can mend: what is wrong, and what to do. The command line prints it
 * without a stack and leaves with exit code 2.
 */
export class UserError extends Error {
  override readonly name = 'UserError';

  constructor(
    /** Stable, kebab-case. */
    readonly code: string,
    message: string,
    /** What to do, usually a command. */
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** The code of a Node system error (`ENOENT`), or `undefined` for anything else. */
export function errnoOf(error: unknown): string | undefined {
  // Not by its class: an error of another realm (a vm context) is none of this one's.
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
