/** The environment that agents, gates and git get: the starting user's, less Temporal's credentials and our marker. */

const withheld = [/^TEMPORAL_/, /^RALPH_RUN$/];

/** @param env usually `process.env` of the command line */
export function runEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !withheld.some((pattern) => pattern.test(entry[0])),
  );
  return Object.fromEntries(entries);
}
