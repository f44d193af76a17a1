/** The queue of the machine that holds a checkout: its workflows, its bookkeeping and its gates. */
export function hostQueue(hostId: string): string {
  return `ralph:${hostId}`;
}

/** The queue of the same machine's agents, with few slots, so that long agents never starve the bookkeeping. */
export function agentQueue(hostId: string): string {
  return `ralph:${hostId}:agents`;
}
