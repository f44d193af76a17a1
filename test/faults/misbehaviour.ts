/** What agents have been seen to do, or could: each with what becomes of it. */
import type { AgentTurn } from '../support/agents.js';

export interface Misbehaviour {
  name: string;
  /** A command line for bash, in the checkout; `$F` is the file that the increment asks for. */
  shell?: string;
  turn?: Partial<AgentTurn>;
  /** Whether the first attempt does its work all the same. */
  works: boolean;
  /** Agents called until the increment is done. */
  attempts: 1 | 2;
  /** Why the run waits for a person after the first attempt. */
  blocked?: string;
  /** What the person does before the resume. */
  mend?: string;
  /** What the log says of it. */
  note?: RegExp;
}

const plan = 'docs/exec-plans/active/0001_sample/0001_exec_sample.md';
const fine = { works: true, attempts: 1 } as const;
const wasted = { works: false, attempts: 2 } as const;

export const misbehaviours: Misbehaviour[] = [
  { name: 'hangs', turn: { hang: true }, ...wasted },
  {
    name: 'ignores TERM, as does its child',
    turn: { shell: "trap '' TERM; sleep 60 & true", ignoreTerm: true, hang: true },
    ...wasted,
  },
  {
    name: 'leaves a process in a session of its own',
    shell: 'setsid sleep 60 </dev/null >/dev/null 2>&1 & true',
    ...fine,
  },
  { name: 'closes its output and works on', shell: 'exec >&- 2>&-; sleep 0.3', ...fine },
  { name: 'does nothing and is content', turn: { exitCode: 0 }, ...wasted },
  { name: 'says RALPH_COMPLETE instead of working', turn: { print: ['RALPH_COMPLETE'] }, ...wasted },
  { name: 'fails after its work', turn: { exitCode: 3 }, works: true, attempts: 2 },
  {
    name: 'marks every increment done',
    shell: `sed -i 's/pending/done/; s/in-progress/done/' ${plan}`,
    ...fine,
    note: /Put back: /,
  },
  { name: 'weakens its gate', shell: `sed -i 's/grep -q [0-9]* /true /' ${plan}`, ...wasted, note: /Put back: / },
  { name: 'renames the plan', shell: `mv ${plan} docs/plan.md`, ...fine, note: /Put back: / },
  { name: 'deletes the plan', shell: `rm ${plan}`, ...fine, note: /Put back: / },
  { name: 'deletes the workspace', shell: 'rm -r docs/exec-plans/active/0001_sample', ...fine, note: /Put back: / },
  { name: 'deletes all documents', shell: 'rm -r docs', ...fine, note: /Put back: docs.product-specs/ },
  {
    name: 'writes the log itself',
    shell: 'echo "## Iteration 99" > docs/exec-plans/active/0001_sample/progress.txt',
    ...fine,
  },
  { name: 'commits by itself', shell: 'git add -A && git commit -qm mine', ...fine, note: /is back at/ },
  { name: 'amends the last commit', shell: 'git commit -q --amend -m mine', ...fine, note: /is back at/ },
  { name: 'resets the branch', shell: 'git reset -q --hard HEAD~1', works: true, attempts: 2, blocked: 'agent-left' },
  {
    name: 'switches to another branch',
    shell: 'git switch -qf topic',
    works: true,
    attempts: 2,
    blocked: 'agent-left',
  },
  { name: 'makes a branch of its own', shell: 'git switch -qc mine', ...fine, note: /HEAD was on mine/ },
  { name: 'detaches HEAD', shell: 'git checkout -q --detach', ...fine, note: /HEAD was detached/ },
  { name: 'stashes its work', shell: 'echo $F > $F; git stash -qu', ...wasted, note: /refs.stash/ },
  { name: 'deletes the index', shell: 'rm .git/index', ...fine, note: /index was missing/ },
  { name: 'leaves the index locked', shell: 'touch .git/index.lock; sleep 0.1', ...fine },
  {
    name: 'makes a repository inside',
    shell: 'git init -q sub && touch sub/a',
    works: true,
    attempts: 1,
    blocked: 'nested-repository',
    mend: 'rm -rf sub',
  },
  {
    name: 'leaves a server',
    shell: 'setsid node -e "require(\'net\').createServer().listen(0)" </dev/null >/dev/null 2>&1 & true',
    ...fine,
  },
  { name: 'writes outside the repository', shell: 'echo strayed > "$PWD-outside"', ...fine },
  { name: 'floods its output', shell: 'yes "a line of some length, as build tools print them" | head -c 30M', ...fine },
];
