import type { Block } from './blocks.js';
import { blocksOf } from './plan-outline.js';
import type { IncrementOutline, PlanOutline, Section } from './plan-outline.js';
import type { GateItem } from './types.js';

export interface GateReading {
  gates: GateItem[];
  /** Indexes of lines with text that looks like a gate but is no item of the test gate. */
  strays: number[];
}

const NOTHING = /^[\s*_`]*(?:none|n\/a|tbd|tba|todo|[-–—]+)?[\s*_`.]*$/i;
const SHELL_FENCE = /^(?:`{3,}|~{3,})[ \t]*(?:bash|sh|shell|console)\b/i;
/** Labels below which a list of commands is meant for other times. */
const NO_GATE = /^(?:roll ?back|alternatives?|prerequisites?|notes?|scope|primary files?|exit criteria)/i;

function isShellFence(block: Block): boolean {
  return block.kind === 'fence' && SHELL_FENCE.test(block.text);
}

/** The gates of one section: its list items and shell fences; without any, its paragraphs (`Test gate: npm test passes`). */
function gatesOf(blocks: Block[]): Block[] {
  const listed = blocks.filter((block) => block.kind === 'item' || isShellFence(block));
  const found = listed.length > 0 ? listed : blocks.filter((block) => block.kind === 'paragraph');
  return found.filter((block) => !NOTHING.test(block.text));
}

/** Whether the section looks like the test gate going on below a label that ended it. */
function looksLikeGates(section: Section, blocks: Block[]): boolean {
  if (section.name !== undefined || NO_GATE.test(section.title)) return false;
  return blocks.some((block) => (block.kind === 'item' && block.text.startsWith('`')) || isShellFence(block));
}

/** Reads an increment's test gate; of several `Test gate:` labels, all count. */
export function readGates(outline: PlanOutline, { sections }: IncrementOutline): GateReading {
  const reading: GateReading = { gates: [], strays: [] };
  let afterGate = false;
  for (const section of sections) {
    const isGate = section.name === 'test-gate';
    if (!isGate && !afterGate) continue;
    const blocks = blocksOf(outline, section);
    if (isGate) {
      const gates = gatesOf(blocks);
      for (const { text, line } of gates) reading.gates.push({ text, line: line + 1 });
      const counted = new Set(gates);
      const left = blocks.filter((block) => block.kind !== 'item' && block.text.startsWith('`') && !counted.has(block));
      for (const { line } of left) reading.strays.push(line);
    } else if (looksLikeGates(section, blocks)) reading.strays.push(section.line);
    afterGate = isGate || (afterGate && section.name === undefined);
  }
  return reading;
}
