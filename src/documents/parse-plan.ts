import { Findings } from './finding.js';
import { readFrontmatter } from './frontmatter.js';
import { readGates } from './gate-items.js';
import { readMilestones } from './milestones.js';
import { checkPlan } from './plan-checks.js';
import { blocksOf } from './plan-outline.js';
import type { IncrementOutline, PlanOutline } from './plan-outline.js';
import { outlinePlan } from './plan-parts.js';
import { readPrdReferences } from './prd-reference.js';
import { once } from './remember.js';
import { INCREMENT_WORDS, OVERALL_WORDS, statusOf } from './status.js';
import type { SectionName } from './label.js';
import type { Increment, Milestone, Parsed, Plan, PrdReference } from './types.js';

function sectionItems(outline: PlanOutline, increment: IncrementOutline, name: SectionName): string[] {
  return increment.sections
    .filter((section) => section.name === name)
    .flatMap((section) => {
      const blocks = blocksOf(outline, section);
      const items = blocks.filter((block) => block.kind === 'item');
      return (items.length > 0 ? items : blocks).map((block) => block.text);
    });
}

function references(outline: PlanOutline, increment: IncrementOutline): PrdReference[] {
  return readPrdReferences(increment.referenceLines.map((line) => referenceText(outline, line)).join('; '));
}

/** The text behind `PRD ref:`, with the lines that it wraps onto. */
function referenceText({ lines }: PlanOutline, first: number): string {
  const quoted = lines[first]?.text.startsWith('>') ?? false;
  const parts = [lines[first]?.text.replace(/^.*?PRD ref[^:]*:[*_]*/i, '') ?? ''];
  for (let line = lines[first + 1]; quoted && line?.text.startsWith('>'); line = lines[first + parts.length]) {
    const text = line.text.replace(/^(?:> ?)+/, '').trim();
    if (text === '' || /^[*_]*[A-Z][\w ]*:/.test(text)) break;
    parts.push(text);
  }
  return parts.join(' ').trim();
}

function sourceOf({ lines }: PlanOutline, { line, endLine }: IncrementOutline): string {
  return lines
    .slice(line, endLine)
    .map(({ text, eol }) => text + eol)
    .join('');
}

const toIncrement = once((increment: IncrementOutline, outline: PlanOutline): Increment => {
  const [field, second] = increment.statusFields;
  return {
    id: increment.id,
    title: increment.title,
    status: field && !second ? statusOf(field.value, INCREMENT_WORDS, field.box?.mark) : undefined,
    line: increment.line + 1,
    source: sourceOf(outline, increment),
    scope: sectionItems(outline, increment, 'scope'),
    primaryFiles: sectionItems(outline, increment, 'primary-files'),
    gates: readGates(outline, increment).gates,
    exitCriteria: sectionItems(outline, increment, 'exit-criteria'),
    prdRefs: references(outline, increment),
  };
});

function toMilestones(outline: PlanOutline): Milestone[] {
  return readMilestones(outline).map(({ row, ids }) => ({
    name: row.name.text,
    increments: ids,
    status: statusOf(row.status?.text ?? '', OVERALL_WORDS),
    line: row.line + 1,
  }));
}

/** The plan's model from its outline, for the rooms' own use; shared, so nobody may change it. */
export function planFromOutline(outline: PlanOutline, file: string): Plan {
  return { ...readModel(outline), file };
}

const readModel = once((outline: PlanOutline): Plan => {
  const [overall, second] = outline.overall;
  return {
    file: '',
    title: (outline.title ?? '').replace(/^(?:implementation|exec(?:ution)?) plan\s*[:—–-]\s*/i, ''),
    overallStatus: overall && !second ? statusOf(overall.value, OVERALL_WORDS, overall.box?.mark) : undefined,
    currentIncrement: outline.current[0]?.value,
    prdPath: readFrontmatter(outline.lines).prdPath,
    increments: outline.increments.map((increment) => toIncrement(increment, outline)),
    milestones: toMilestones(outline),
  };
});

/**
 * Reads an exec plan. Never throws, whatever the text: everything that is wrong is in the findings, all of it in one
 * pass. `file` is only repeated in the findings. Linear in the length of the text; of the last few texts the answer is
 * kept, and shared.
 */
export function parsePlan(text: string, file: string): Parsed<Plan> {
  const outline = outlinePlan(text);
  const known = answers.get(outline);
  if (known?.value.file === file) return known;
  const value = planFromOutline(outline, file);
  const findings = new Findings(file);
  checkPlan(outline, value, findings);
  const answer = { value, findings: findings.sorted() };
  answers.set(outline, answer);
  return answer;
}

const answers = new WeakMap<PlanOutline, Parsed<Plan>>();
