import type { PromptContext, PromptFailure, PromptGate, PromptStory } from './types.js';

/** The prompt's text around its parts. Sizes are the caller's affair; see prompt.ts. */
export function renderPrompt(context: PromptContext): string {
  return [
    opening(context),
    guidance(context.guidance),
    failures(context),
    hook(context.hookOutput),
    increment(context),
    gates(context.gates),
    stories(context.stories),
    learnings(context.learnings),
    RULES,
    REPORT,
  ]
    .filter((section) => section !== '')
    .join('\n\n')
    .concat('\n');
}

function opening({
  plan,
  prdFile,
  progressFile,
  increment: { id, title },
  attempt,
  maxAttempts,
}: PromptContext): string {
  const task =
    attempt === 1
      ? `Implement increment ${id} — ${title}.`
      : `Fix increment ${id} — ${title}: attempt ${attempt} of ${maxAttempts}. An earlier attempt's work is in the tree.`;
  return [
    `# Increment ${id}: ${title}`,
    `${task} It is one step of the plan "${plan.title}" (${plan.folder}). You work alone and unattended, in the ` +
      'repository that is your current directory: nobody can answer a question, so decide and go on.',
    list([
      `Plan: \`${plan.file}\``,
      ...(prdFile === undefined ? [] : [`PRD (what the product must do): \`${prdFile}\``]),
      `Progress log (what earlier iterations did and learned): \`${progressFile}\``,
    ]),
    'Read them first, and the code that the increment touches. Then do this increment, wholly, and nothing of any other.',
  ].join('\n\n');
}

const guidance = (notes: string[]): string =>
  section('Notes from the person in charge', notes.length > 0 && list(notes));

function failures({ failures: red, attempt }: PromptContext): string {
  const blocks = red.map((failure) => failureBlock(failure));
  const lead = `After ${attempt > 1 ? 'the last attempt' : 'the work so far'} these gates were red. Find the cause and repair it.`;
  return section('What failed', red.length > 0 && [lead, ...blocks].join('\n\n'));
}

const failureBlock = ({ gate, sentence, tail, logFile }: PromptFailure): string =>
  [
    fenced(gate),
    `${sentence} Whole output: \`${logFile}\`${tail.trim() === '' ? '' : '; its end:'}`,
    tail.trim() && fenced(tail),
  ]
    .filter((part) => part !== '')
    .join('\n\n');

const hook = (output: string | undefined): string =>
  section(
    'A git hook refused the commit',
    output !== undefined && `The gates were green; make the hook accept the work.\n\n${fenced(output)}`,
  );

function increment({ increment: { source, exitCriteria, primaryFiles } }: PromptContext): string {
  const parts = [
    fenced(source, 'markdown'),
    primaryFiles.length > 0 && `Files to begin with (a hint, not a limit):\n\n${list(primaryFiles)}`,
    exitCriteria.length > 0 && `It is done when:\n\n${list(exitCriteria)}`,
  ];
  return section('The increment, as the plan has it', parts.filter((part) => part !== false).join('\n\n'));
}

function gates(all: PromptGate[]): string {
  const lead =
    'When you are finished, each of these is run by the runner: in a fresh bash, at the root of the repository, without ' +
    'a terminal, with `CI=1`. Run them yourself before you finish. The text that counts was taken before you began.';
  const item = (gate: PromptGate): string =>
    gate.kind === 'command'
      ? `${fenced(gate.command, 'bash')}\n\n${gate.reading}`
      : `${gate.text}\n\nNo program checks this one: see to it yourself, and say in your report how.`;
  return section('The gates', all.length > 0 && `${lead}\n\n${list(all.map(item))}`);
}

const stories = (all: PromptStory[]): string =>
  section(
    'Acceptance criteria of the PRD that are still open',
    all.length > 0 &&
      all
        .map(({ id, title, openCriteria }) =>
          `### ${id}: ${title}\n\n${list(openCriteria.map(({ ref, text }) => `(${ref}) ${text}`))}`.trimEnd(),
        )
        .join('\n\n'),
  );

const learnings = (all: string[]): string => section('Learned in earlier iterations', all.length > 0 && list(all));

const RULES = `## What is not yours to do

The runner runs the gates, writes the marks and makes the commits. Whatever of these you do is undone or stops the run.

- Do not commit, stage, stash, reset or rebase, and do not switch, create or delete branches, worktrees or tags.
- Do not change a status, a checkbox or a table of the plan or the PRD, and do not write to the progress log.
- Do not edit or skip a gate, and do not weaken a test or a script to make a gate green. New tests are welcome.
- Do not create a git repository inside this one, and do not leave a server or another program running.
- Do not work on later increments, and leave files that have nothing to do with this one alone.
- If you can't go on (an account, a decision or a tool is missing), say why as \`blocked\` in your report, and stop.`;

// The angle brackets matter: readReport() drops them, since some agents print their prompt back.
const REPORT = `## Your report

End your last message with one block like this, in valid JSON. \`learnings\`: what the next iteration should know and
can't see in the code. \`criteria\`: the acceptance criteria, by the reference in round brackets, that are met now.
\`blocked\`: only when you could not go on. Leave out what does not apply.

\`\`\`ralph-report
{"learnings": ["<one sentence>"], "criteria": ["<US-000.0>"], "blocked": "<why>"}
\`\`\``;

const section = (title: string, body: string | false): string => (body === false ? '' : `## ${title}\n\n${body}`);

/** Ordered list; the further lines of an item are indented so that they stay in it. */
const list = (items: string[]): string =>
  items.map((item, index) => `${index + 1}. ${item.trim().replaceAll('\n', '\n   ')}`).join('\n');

/** A code block whose fence is longer than any run of backticks inside. */
function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}
