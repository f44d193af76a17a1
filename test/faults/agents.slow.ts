/** One plan whose agents misbehave, each in its own way: the plan is completed, and nothing of the user's is touched. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { exec } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { runFolder } from '../../src/workspace/run-folder.js';
import type { AgentTurn } from '../support/agents.js';
import { increment, killWorker, makeBench, type Bench } from './bench.js';
import { misbehaviours, type Misbehaviour } from './misbehaviour.js';
import { brokenPromises, runOf } from './promises.js';

const run = promisify(exec);
const idOf = (index: number) => String(index + 1).padStart(2, '0');
const cases = misbehaviours.map((misbehaviour, index) => ({ ...misbehaviour, id: idOf(index) }));

let bench: Bench;
/** Reason of each block, by increment. */
const blocks: Record<string, string> = {};
let log: string;
let calls: Record<string, number>;
let refsBefore: string;

beforeAll(async () => {
  bench = await makeBench({
    increments: cases.map(({ id }) => increment(id)),
    script: Object.fromEntries(cases.map((misbehaviour) => [misbehaviour.id, turns(misbehaviour)])),
    config: { agentTimeout: '8s', maxRetries: 1 },
    gitignore: 'private/\n',
  });
  await bench.repository.write('private/notes', 'mine\n');
  await bench.repository.git('branch', 'topic');
  await bench.repository.git('tag', 'v1');
  refsBefore = await usersRefs();
  await killWorker(bench.stateDir);
  await toTheEnd();
  log = await readFile(runFolder(bench.stateDir, runOf(bench)).progress, 'utf8');
  calls = {};
  for (const { increment: id } of await bench.agent.calls()) calls[id] = (calls[id] ?? 0) + 1;
}, 300_000);

afterAll(async () => {
  await rm(outside(), { force: true });
  await bench.remove();
});

/** Where an agent writes that no git, and so nobody here, looks at. */
const outside = () => `${bench.repository.dir}-outside`;

/** A resumed run counts its attempts from 1 again, so that it is a file that knows of the first time. */
function turns({ id, shell, turn, works }: Misbehaviour & { id: string }): AgentTurn[] {
  const good = { write: { [`${id}.txt`]: `${id}\n` } };
  const once = `test -e .git/misbehaved-${id} || { touch .git/misbehaved-${id}; F=${id}.txt; ${shell}; }`;
  const bad = { ...(shell === undefined ? {} : { shell: once }), ...turn };
  return [works ? { ...bad, ...good } : bad, good];
}

async function toTheEnd(): Promise<void> {
  let result = await bench.start(['--json']);
  while (result.exitCode === 3) {
    const { increment: blocked, waiting } = JSON.parse(result.stdout) as {
      increment: { id: string };
      waiting: { reason: string; message: string };
    };
    const { reason, message } = waiting;
    if (blocked.id in blocks) throw new Error(`${blocked.id} is blocked again (${reason}): ${message}`);
    blocks[blocked.id] = reason;
    const mend = cases.find(({ id }) => id === blocked.id)?.mend;
    if (mend !== undefined) await run(mend, { cwd: bench.repository.dir });
    result = await bench.ralph(['resume', '0001', '--json', '--note', 'again']);
  }
  expect(result).toMatchObject({ exitCode: 0 });
}

/** Branches and tags, without those that the runner and the agents made. */
async function usersRefs(): Promise<string> {
  const refs = await bench.repository.git(
    'for-each-ref',
    '--format=%(refname) %(objectname)',
    'refs/heads',
    'refs/tags',
  );
  return refs
    .split('\n')
    .filter((ref) => !/^refs\/heads\/(ralph\/|mine)/.test(ref))
    .join('\n');
}

function entriesOf(id: string): string {
  return log
    .split(/^(?=## Iteration)/m)
    .filter((entry) => entry.includes(`Increment: ${id} `))
    .join('');
}

test.each(cases)('$id: an agent that $name', ({ id, attempts, blocked, note }) => {
  expect(blocks[id]).toBe(blocked);
  expect({ id, agents: calls[id] }).toEqual({ id, agents: attempts });
  if (note !== undefined) expect(entriesOf(id)).toMatch(note);
});

test('what is written outside the repository stays, and nobody notices', async () => {
  expect(await readFile(outside(), 'utf8')).toBe('strayed\n');
  const id = cases.find(({ name }) => name.startsWith('writes outside'))?.id ?? '';
  expect(entriesOf(id)).toContain('done');
  expect(log).not.toContain('outside');
});

test('every promise holds', async () => {
  expect(await brokenPromises(bench)).toEqual([]);
});

test('nothing of the user is touched', async () => {
  expect(await usersRefs()).toBe(refsBefore);
  expect(await bench.repository.read('private/notes')).toBe('mine\n');
});
