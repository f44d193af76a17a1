/** What a process and its fork server say to each other, by the channel between a Node parent and child. */

export type Request =
  | { id: number; operation: string; input: unknown }
  /** The answer is no longer wanted; the operation is to end, and answers all the same. */
  | { id: number; abort: true };

export type Answer = { id: number; output: unknown } | { id: number; problem: Problem };

/** An error on its way between processes: what Node's own serialization keeps, and the system's fields, which it drops. */
export interface Problem {
  error: unknown;
  fields: { code?: string; errno?: number; syscall?: string; path?: string };
}

/** What the server can do, by name. An abort of `signal` ends the work. */
export type Operations = Record<string, (input: never, signal: AbortSignal) => Promise<unknown>>;

export function toProblem(error: unknown): Problem {
  const { code, errno, syscall, path } = Object(error) as NodeJS.ErrnoException;
  const fields = Object.fromEntries(
    Object.entries({ code, errno, syscall, path }).filter(([, value]) => value !== undefined),
  );
  return { error, fields };
}

export function fromProblem({ error, fields }: Problem): unknown {
  return error instanceof Error ? Object.assign(error, fields) : error;
}
