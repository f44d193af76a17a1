import type { PromptContext, PromptFailure, PromptGate, PromptStory } from './types.js';

/** What each variable of a prompt becomes. Sections bring their heading, and are empty where there is nothing to say. */
export const PROMPT_VARIABLES: Readonly<Record<string, (context: PromptContext) => string>> = {
  id: ({ increment }) => increment.id,
  title: ({ increment }) => increment.title,
  attempt: ({ attempt }) => String(attempt),
  maxAttempts: ({ maxAttempts }) => String(maxAttempts),
  task,
  planTitle: ({ plan }) => plan.title,
  planFolder: ({ plan }) => plan.folder,
  plan: ({ plan }) => plan.file,
  prd: ({ prdFile }) => prdFile ?? '',
  progress: ({ progressFile }) => progressFile,
  documents,
  guidance: (context) => section('Notes from the person in charge', list(context.guidance)),
  failures,
  hook,
  increment,
  gates,
  stories: (context) =>
    section('Acceptance criteria of the PRD that are still open', context.stories.map(storyText).join('\n\n')),
  learnings: (context) => section('Learned in earlier iterations', list(context.learnings)),
};

function task({ increment: { id, title }, attempt, maxAttempts }: PromptContext): string {
  return attempt === 1
    ? `Implement increment ${id} — ${title}.`
    : `Fix increment ${id} — ${title}: attempt ${attempt} of ${maxAttempts}. An earlier attempt's work is in the tree.`;
}

function documents({ plan, prdFile, progressFile }: PromptContext): string {
  return list([
    `Plan: \`${plan.file}\``,
    ...(prdFile === undefined ? [] : [`PRD (what the product must do): \`${prdFile}\``]),
    `Progress log (what earlier iterations did and learned): \`${progressFile}\``,
  ]);
}

function failures({ failures: red, attempt }: PromptContext): string {
  if (red.length === 0) return '';
  const lead = `After ${attempt > 1 ? 'the last attempt' : 'the work so far'} these gates were red. Find the cause and repair it.`;
  return section('What failed', [lead, ...red.map(failureBlock)].join('\n\n'));
}

const failureBlock = ({ gate, sentence, tail, logFile }: PromptFailure): string =>
  [
    fenced(gate),
    `${sentence} Whole output: \`${logFile}\`${tail.trim() === '' ? '' : '; its end:'}`,
    tail.trim() && fenced(tail),
  ]
    .filter((part) => part !== '')
    .join('\n\n');

function hook({ hookOutput }: PromptContext): string {
  if (hookOutput === undefined) return '';
  const lead = 'The gates were green; make the hook accept the work.';
  return section('A git hook refused the commit', `${lead}\n\n${fenced(hookOutput)}`);
}

function increment({ increment: { source, exitCriteria, primaryFiles } }: PromptContext): string {
  const parts = [
    fenced(source, 'markdown'),
    primaryFiles.length > 0 && `Files to begin with (a hint, not a limit):\n\n${list(primaryFiles)}`,
    exitCriteria.length > 0 && `It is done when:\n\n${list(exitCriteria)}`,
  ];
  return section('The increment, as the plan has it', parts.filter((part) => part !== false).join('\n\n'));
}

function gates({ gates: all }: PromptContext): string {
  if (all.length === 0) return '';
  const lead =
    'When you are finished, each of these is run by the runner: in a fresh bash, at the root of the repository, without ' +
    'a terminal, with `CI=1`. Run them yourself before you finish. The text that counts was taken before you began.';
  return section('The gates', `${lead}\n\n${list(all.map(gateText))}`);
}

const gateText = (gate: PromptGate): string =>
  gate.kind === 'command'
    ? `${fenced(gate.command, 'bash')}\n\n${gate.reading}`
    : `${gate.text}\n\nNo program checks this one: see to it yourself, and say in your report how.`;

const storyText = ({ id, title, openCriteria }: PromptStory): string =>
  `### ${id}: ${title}\n\n${list(openCriteria.map(({ ref, text }) => `(${ref}) ${text}`))}`.trimEnd();

const section = (title: string, body: string): string => (body === '' ? '' : `## ${title}\n\n${body}`);

/** Ordered list; the further lines of an item are indented so that they stay in it. */
const list = (items: string[]): string =>
  items.map((item, index) => `${index + 1}. ${item.trim().replaceAll('\n', '\n   ')}`).join('\n');

/** A code block whose fence is longer than any run of backticks inside. */
function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}
