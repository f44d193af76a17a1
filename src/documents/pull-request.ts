/** Title and body of a plan's pull request. */
import type { Plan, Prd } from './types.js';

export interface PullRequestFacts {
  plan: Plan;
  /** `undefined` when the run left PRDs alone. */
  prd: Prd | undefined;
  /** Of the increments, oldest first. */
  commits: { hash: string; increment: string }[];
}

const begin = '<!-- ralph: begin -->';
const end = '<!-- ralph: end -->';

/** GitHub refuses a body of more than 65,536 characters; a template needs room as well. */
const bodyCharacters = 50_000;

/** One line, as a pull request's title has to be. */
export function pullRequestTitle({ plan }: PullRequestFacts): string {
  return oneLine(plan.title) || 'Work off an execution plan';
}

/** What was planned, what was committed, and what a reviewer has to look at: between marks, so that it can be renewed. */
export function pullRequestBody({ plan, prd, commits }: PullRequestFacts): string {
  const hashOf = new Map(commits.map(({ increment, hash }) => [increment, hash]));
  const increments = plan.increments.map(({ id, title }) => {
    const hash = hashOf.get(id);
    return `- ${oneLine(id)} — ${oneLine(title)}${hash === undefined ? '' : ` (${hash.slice(0, 12)})`}`;
  });
  const sections = [
    `Works off the execution plan \`${plan.file}\`${prd === undefined ? '.' : `, for the PRD \`${prd.file}\`.`}`,
    ['### Increments', '', ...increments].join('\n'),
    ...(prd === undefined ? [] : openCriteria(prd)),
  ];
  const text = sections.join('\n\n');
  const cut = text.length > bodyCharacters ? `${text.slice(0, bodyCharacters)}\n\n… (cut)` : text;
  return [begin, cut, end].join('\n');
}

/** The body of a new pull request: ours, then the repository's template as it stands. */
export function withTemplate(body: string, template: string | undefined): string {
  return template === undefined || template.trim() === '' ? `${body}\n` : `${body}\n\n${template}`;
}

/** The body of a pull request that is there: our part is renewed, whatever a person wrote around it stays. */
export function renewed(existing: string, body: string): string {
  const from = existing.indexOf(begin);
  const to = existing.indexOf(end, from);
  if (from < 0 || to < 0) return existing.trim() === '' ? `${body}\n` : `${existing.trimEnd()}\n\n${body}\n`;
  return existing.slice(0, from) + body + existing.slice(to + end.length);
}

function openCriteria({ stories }: Prd): string[] {
  const open = stories.flatMap(({ id, criteria }) =>
    criteria.flatMap(({ text, checked }, index) =>
      checked ? [] : [`- [ ] ${oneLine(id)}.${index + 1}: ${oneLine(text)}`],
    ),
  );
  if (open.length === 0) return ['All acceptance criteria are ticked.'];
  return [['### Acceptance criteria that nobody ticked', '', ...open].join('\n')];
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
