import { Findings } from './finding.js';
import { readFrontmatter } from './frontmatter.js';
import { readGates } from './gate-items.js';
import { IncrementIndex } from './milestone-range.js';
import { checkPlan } from './plan-checks.js';
import { blocksOf, outlinePlan } from './plan-outline.js';
import type { IncrementOutline, PlanOutline } from './plan-outline.js';
import { readPrdReferences } from './prd-reference.js';
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

function sourceOf({ text, lines }: PlanOutline, increment: IncrementOutline): string {
  return text.slice(lines[increment.line]?.start, lines[increment.endLine]?.start ?? text.length);
}

function toIncrement(outline: PlanOutline, increment: IncrementOutline): Increment {
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
}

function toMilestones(outline: PlanOutline): Milestone[] {
  const index = new IncrementIndex(outline.increments.map((increment) => increment.id));
  return outline.tables
    .flatMap((table) => table.rows)
    .map((row) => ({
      name: row.name.text,
      increments: index.read(row.increments.text).ids,
      status: statusOf(row.status?.text ?? '', OVERALL_WORDS),
      line: row.line + 1,
    }));
}

/** Models by outline: an outline that is known is not read again. */
const models = new WeakMap<PlanOutline, Plan>();

/** The plan's model from its outline, for the rooms' own use; shared, so nobody may change it. */
export function planFromOutline(outline: PlanOutline, file: string): Plan {
  const model = models.get(outline) ?? readModel(outline);
  models.set(outline, model);
  return { ...model, file };
}

function readModel(outline: PlanOutline): Plan {
  const [overall, second] = outline.overall;
  return {
    file: '',
    title: (outline.title ?? '').replace(/^(?:implementation|exec(?:ution)?) plan\s*[:—–-]\s*/i, ''),
    overallStatus: overall && !second ? statusOf(overall.value, OVERALL_WORDS, overall.box?.mark) : undefined,
    currentIncrement: outline.current[0]?.value,
    prdPath: readFrontmatter(outline.lines).prdPath,
    increments: outline.increments.map((increment) => toIncrement(outline, increment)),
    milestones: toMilestones(outline),
  };
}

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
