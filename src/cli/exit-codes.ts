/** What a script learns from `start` and `resume`. */
export const exitCodes = {
  complete: 0,
  failed: 1,
  usage: 2,
  blocked: 3,
  capped: 4,
  cancelled: 5,
  detached: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
