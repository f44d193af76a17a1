import type { Finding, FindingLevel, Increment, Plan } from '../documents/types.js';
import type { Gate } from '../gates/types.js';
import type { AuditFacts, AuditOptions } from './audit-types.js';

/** Doubts that are more than a doubt, and less than one. */
const LEVELS: Record<string, FindingLevel> = {
  'gate-unknown-suffix': 'error',
  'gate-suffix-without-command': 'error',
  'gate-unchecked-text': 'info',
};

/** What is doubtful about an increment's gates, at the line of the item. */
export function checkGates(
  plan: Plan,
  increment: Increment,
  gates: Gate[],
  options: AuditOptions,
  facts: AuditFacts,
): Finding[] {
  const { file } = plan;
  const doubts = gates.flatMap((gate, index) => {
    const line = increment.gates[index]?.line ?? increment.line;
    const found: Finding[] = gate.doubts.map(({ code, message, hint }) => {
      return { level: LEVELS[code] ?? 'warning', code, message, file, line, hint };
    });
    const moved = gate.kind === 'command' && namesFolder(gate.command, facts.activeFolder);
    return moved ? [...found, breaksLater(file, line, facts.activeFolder)] : found;
  });
  return [...withoutCommand(plan, increment, gates, options), ...doubts];
}

/** An increment without any item at all is the parser's finding. */
function withoutCommand(plan: Plan, increment: Increment, gates: Gate[], { allowManual }: AuditOptions): Finding[] {
  if (allowManual || gates.length === 0 || gates.some((gate) => gate.kind === 'command')) return [];
  return [
    {
      level: 'error',
      code: 'gate-all-manual',
      message: `Increment ${increment.id} has no gate that is a command, so nothing can prove it done.`,
      file: plan.file,
      line: increment.gates[0]?.line ?? increment.line,
      hint: "Add an item that starts with a command in backticks, or allow it with --allow-manual and trust the agent's word.",
    },
  ];
}

const namesFolder = (command: string, folder: string): boolean => command.includes(`${folder}/`);

function breaksLater(file: string, line: number, folder: string): Finding {
  return {
    level: 'warning',
    code: 'gate-breaks-after-archival',
    message: `The gate names a path in ${folder}/, which moves when the plan is set up and archived: it can't be run again later.`,
    file,
    line,
    hint: 'Let the gate look at what the increment makes, not at the plan.',
  };
}
