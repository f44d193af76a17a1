/** A plan of twelve increments from pending to archived; it quotes its own format all over. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parsePlan } from '../../src/documents/parse-plan.js';
import { parsePrd } from '../../src/documents/parse-prd.js';
import { parseProgress } from '../../src/documents/progress.js';
import type { CliResult } from '../support/cli.js';
import { processesOfRun } from '../support/processes.js';
import type { LoggedCommit } from '../support/repository.js';
import { Scene } from './scene.js';
import { readPlanAt } from './documents.js';
import { disconnect } from './workflow.js';

const from = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const ids = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

describe('twelve increments', () => {
  let scene: Scene;
  let result: CliResult;
  let commits: LoggedCommit[];
  let ofIncrements: LoggedCommit[];

  beforeAll(async () => {
    scene = await Scene.open({
      from: from('test/fixtures/loop/twelve/repository'),
      number: '0012',
      slug: 'plan-tools',
      env: { RALPH_DEMO_PACE: '0' },
    });
    const agent = `node '${from('examples/scripted-agent.mjs')}' '${from('test/fixtures/loop/twelve/solutions')}'`;
    result = await scene.start('--agent-command', agent);
    commits = (await scene.repository.log('main..HEAD')).reverse();
    ofIncrements = commits.filter(({ subject }) => subject.includes('increment'));
  }, 300_000);
  afterAll(async () => {
    await scene.close();
    await disconnect();
  });

  test('end with exit code 0, and the command says where everything is', () => {
    expect(result).toMatchObject({ exitCode: 0 });
    expect(result.stdout).toContain('Complete: 0012_plan-tools, 12 commits on ralph/0012-plan-tools.');
    expect(result.stdout).toContain(scene.completedPlan);
    expect(result.stdout).toContain('git switch main');
  });

  test('are one commit each, in the convention, between set-up and archive', async () => {
    const titles = parsePlan(await scene.repository.read(scene.completedPlan), 'plan').value.increments.map(
      (i) => i.title,
    );
    const type = (id: string) => ({ '04': 'fix', '08': 'refactor' })[id] ?? 'feat';
    expect(commits.map(({ subject }) => subject)).toEqual([
      'chore(0012): set up workspace',
      ...ids.map((id, index) => `${type(id)}(0012): increment ${id} — ${titles[index]}`),
      'chore(0012): archive',
    ]);
    expect(ofIncrements.map(({ trailers }) => trailers)).toEqual(
      ids.map((id, index) => ({
        'Ralph-Run': scene.run,
        'Ralph-Increment': `0012_plan-tools/${id}`,
        'Ralph-Iteration': String(index + 1),
      })),
    );
  });

  test('are each marked done in their own commit and in none before', async () => {
    const seen = await Promise.all(
      ofIncrements.map(async ({ hash }) => {
        const { increments } = await readPlanAt(scene, hash);
        return increments.filter(({ status }) => status === 'done').map(({ id }) => id);
      }),
    );
    expect(seen).toEqual(ids.map((_, index) => ids.slice(0, index + 1)));
    const open = await Promise.all(ofIncrements.map(async ({ hash }) => (await readPlanAt(scene, hash)).increments));
    expect(new Set(open.flat().map(({ status }) => status))).toEqual(new Set(['done', 'pending']));
  });

  test('carry milestones and the overall status with them', async () => {
    const seen = await Promise.all(ofIncrements.map(async ({ hash }) => readPlanAt(scene, hash)));
    const milestones = seen.map((plan) => plan.milestones.map(({ status }) => status?.[0]).join(''));
    expect(milestones).toEqual(['ipp', 'ipp', 'ipp', 'dpp', 'dip', 'dip', 'dip', 'ddp', 'ddi', 'ddi', 'ddi', 'ddd']);
    expect(seen.map((plan) => plan.overallStatus)).toEqual([...Array<string>(11).fill('in-progress'), 'done']);
    expect((await readPlanAt(scene, 'HEAD', scene.completedPlan)).currentIncrement).toBe('_all increments complete_');
  });

  test('change nothing of the plan but its marks', async () => {
    const before = (await scene.repository.git('show', `main:${scene.repository.planFile}`)).split('\n');
    const after = (await scene.repository.git('show', `HEAD:${scene.completedPlan}`)).split('\n');
    expect(after).toHaveLength(before.length);
    const changed = before.filter((line, index) => line !== after[index]);
    // Twelve increments, three milestones, overall status and current increment.
    expect(changed).toHaveLength(17);
    expect(changed.every((line) => /Status:|\| M\d|Current Increment/.test(line))).toBe(true);
  });

  test('tick the boxes of the PRD as the plan refers to them', async () => {
    const path = 'docs/product-specs/0012_prd_plan-tools.md';
    const prd = parsePrd(await scene.repository.read(path), path).value;
    expect(prd.status).toBe('complete');
    expect(prd.stories.map(({ status }) => status)).toEqual(['done', 'done', 'done', 'done']);
    expect(prd.stories.flatMap(({ criteria }) => criteria).every(({ checked }) => checked)).toBe(true);
    const atSecond = await scene.repository.git(
      'show',
      `${ofIncrements[1]?.hash}:${scene.workspace}/0012_prd_plan-tools.md`,
    );
    expect(parsePrd(atSecond, path).value.stories[0]).toMatchObject({
      status: 'in-progress',
      criteria: [{ checked: true }, { checked: false }, { checked: false }],
    });
  });

  test('are logged in order with commits that exist, and one of them with a repair', async () => {
    const log = await scene.progress();
    const { entries } = parseProgress(log);
    expect(entries.map(({ iteration, increment }) => [iteration, increment])).toEqual(ids.map((id, i) => [i + 1, id]));
    expect(entries.map(({ commit }) => commit)).toEqual(ofIncrements.map(({ hash }) => hash));
    expect(log.match(/Test gate: .*/g)).toEqual(ids.map((id) => `Test gate: passed${id === '06' ? ' (retry 1)' : ''}`));
  });

  test('leave a clean and whole repository, no workspace, no process, and the run folder', async () => {
    await scene.repository.fsck();
    expect(await scene.repository.isClean()).toBe(true);
    expect(scene.has(scene.workspace)).toBe(false);
    expect(await scene.repository.git('ls-files', '--', '*progress.txt')).toBe('');
    expect(await processesOfRun(scene.run)).toEqual([]);
    expect(existsSync(`${scene.runFolder}/iterations`)).toBe(true);
    expect(await scene.repository.git('for-each-ref', 'refs/ralph')).toBe('');
    expect(scene.has('.git/ralph-claim.json')).toBe(false);
  });

  test('are over: another start says so and changes nothing', async () => {
    const head = await scene.repository.git('rev-parse', 'HEAD');
    const again = await scene.start('--agent-command', 'true');
    expect(again).toMatchObject({ exitCode: 0 });
    expect(again.stdout).toContain(`completed already: ${scene.completedPlan}`);
    expect(await scene.repository.git('rev-parse', 'HEAD')).toBe(head);
  }, 60_000);
});
