/** What each known agent tells of its use, as docs/agents.md lists it. An agent of one's own may tell anything. */
const TELLS_COST = new Set(['claude', 'opencode', 'aider', 'scripted']);
const TELLS_TOKENS = new Set([...TELLS_COST, 'codex', 'gemini', 'cursor', 'amp', 'qwen', 'goose']);
const KNOWN = new Set([...TELLS_TOKENS, 'copilot', 'custom']);

/** Why a budget of this measure would never be reached with this agent; `undefined` when it may be, or nobody knows. */
export function unmeasured(agent: string, measure: 'costUsd' | 'tokens' | 'minutes' | 'agents'): string | undefined {
  if (measure === 'minutes' || measure === 'agents' || !KNOWN.has(agent)) return undefined;
  const tells = measure === 'costUsd' ? TELLS_COST : TELLS_TOKENS;
  if (tells.has(agent)) return undefined;
  const what = measure === 'costUsd' ? 'cost' : 'tokens';
  return `The agent ${agent} does not tell its ${what}, so a budget of ${measure} never stops it. Give one of minutes.`;
}
