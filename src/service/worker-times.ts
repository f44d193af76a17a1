/** How a worker stops, in milliseconds. An agent's own end, TERM to KILL, takes 10 s of it. */

/** Bookkeeping gets so long to finish by itself before it is cancelled. */
export const bookkeepingGraceMs = 10_000;

/** Agents are not going to finish soon: they are told nearly at once. */
export const agentGraceMs = 1_000;

/** After so long `run()` gives up on an activity that doesn't end. */
export const forceMs = 30_000;

/** After so long whoever stops a worker kills it; the process has ended itself by then. */
export const stopGraceMs = forceMs + 10_000;
