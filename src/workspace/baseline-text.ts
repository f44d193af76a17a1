import type { BaselineGate } from './baseline.js';

const words: Record<BaselineGate['state'], string> = { green: 'green', red: 'red', 'no-program': 'missing' };

/** One line for a gate: `green    01  npm test — exit code 0 (3 s)`. */
export function baselineLine({ increment, command, state, sentence, durationMs }: BaselineGate): string {
  // eslint-disable-next-line no-control-regex -- a plan's text must not steer the terminal
  const shown = command.replace(/[\s\x00-\x1f\x7f-\x9f]+/g, ' ').slice(0, 120);
  return `${words[state].padEnd(8)} ${increment.padEnd(4)} ${shown} — ${sentence} (${Math.ceil(durationMs / 1000)} s)`;
}

/** What the lines come to. */
export function baselineSummary(gates: BaselineGate[]): string {
  const count = (state: BaselineGate['state']) => gates.filter((gate) => gate.state === state).length;
  const missing = count('no-program');
  return [
    `Before any work ${count('green')} of ${gates.length} gates are green: those alone prove nothing about the work.`,
    ...(missing > 0 ? [`${missing} can't be run here: a program is missing.`] : []),
  ].join(' ');
}
