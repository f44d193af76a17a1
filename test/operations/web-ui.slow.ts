/** The Web UI in a real browser: a blocked run is found, read, resumed and cancelled there without a terminal. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { scene } from '../loop/scenes.js';
import { killService } from '../agents-loop/kill-service.js';
import { disconnect, workflowOf } from '../loop/workflow.js';
import { planText } from '../support/plan.js';
import { processesOfRun } from '../support/processes.js';
import { waitFor } from '../support/wait-for.js';
import { findBrowser, launchBrowser } from './browser.js';
import { listedRuns, openRun, sendSignal, untilListed, untilShown } from './pages.js';

const executable = findBrowser();
const plan = planText({
  title: 'Words',
  increments: [
    { id: '01', title: 'Write the word', gates: ['`test -f word.txt`'], primaryFiles: ['`word.txt` (new)'] },
    { id: '02', title: 'Spell it', gates: ['`sh check.sh right`'], primaryFiles: ['`spelt.txt` (new)'] },
  ],
});
const files = { 'check.sh': 'echo "found $(cat spelt.txt)"; test "$(cat spelt.txt)" = "$1"\n' };

(executable === undefined ? describe.skip : describe)('the Web UI', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser(executable ?? '');
    page = await browser.newPage({ viewport: { width: 1300, height: 1400 } });
    page.setDefaultTimeout(60_000);
  }, 60_000);
  afterAll(() => browser.close());

  test('finds a blocked run, shows what it waits for, and lets it go on', async () => {
    const script = { '01': { write: { 'word.txt': 'x\n' } }, '02': { write: { 'spelt.txt': 'wrong\n' } } };
    const made = await scene({ plan, script, files });
    expect((await made.start('--no-prd', '--max-retries', '0')).exitCode).toBe(3);

    await untilListed(page, 'RalphState="blocked"', made.run);
    expect(await listedRuns(page, 'RalphState="complete"')).not.toContain(made.run);

    await openRun(page, made.run);
    await untilShown(page, [
      '01 — Write the word · attempt 1',
      '01 — gate 1: test -f word.txt',
      '02 — gate 1: sh check.sh right',
      '01 — commit: Write the word',
      '02 — mark blocked',
    ]);
    await page.getByText('User Metadata', { exact: true }).click();
    const text = await untilShown(page, [
      `${made.repository.planFolder} in ${made.repository.dir}`,
      'Blocked at 02 — Spell it, since',
      'Failing: sh check.sh right — exit code 1, expected 0',
      'found wrong',
      `ralph resume ${made.repository.planFolder} --repo ${made.repository.dir}`,
      '1 of 2 increments done',
      'More Actions › Send a Signal',
    ]);
    expect(text).toMatch(/01\s+Write the word\s+done\s+02\s+Spell it\s+blocked/);

    await made.repository.write('spelt.txt', 'right\n');
    await sendSignal(page, 'resume');
    await made.until('is complete', ({ state }) => state === 'complete');
    expect(await made.repository.isClean()).toBe(true);
    expect(made.has(made.completedPlan)).toBe(true);
  }, 400_000);

  test('tells until when a limited run waits, also after worker and server were killed', async () => {
    const limit = '- { limit: { seconds: 7200 }, write: { word.txt: x } }';
    const script = `default:\n  ${limit}\n`;
    const env = { TZ: 'Europe/Vilnius' };
    const made = await scene({ plan, files: { ...files, 'part.yaml': script }, env });
    const flags = ['--agent', 'scripted', '--script', 'part.yaml', '--no-prd', '--detach'];
    expect((await made.start(...flags)).exitCode).toBe(0);
    await made.until('is limited', ({ state }) => state === 'limited');
    for (const killed of [false, true]) {
      if (killed) {
        await killService();
        await disconnect();
        expect((await made.ralph('up')).exitCode).toBe(0);
      }
      await openRun(page, made.run);
      await page.getByText('User Metadata', { exact: true }).click();
      const text = await untilShown(page, ['Limited at 01 — Write the word, since', 'To go on now:']);
      expect(text).toMatch(/Waiting until .*\d\d:\d\d \(Europe\/Vilnius\), nothing runs\./);
    }
  }, 400_000);

  test('cancels a run as the command line does', async () => {
    const script = { '01': { write: { 'half.txt': 'x\n' }, hang: true } };
    const made = await scene({ plan, script, files });
    expect((await made.start('--no-prd', '--detach')).exitCode).toBe(0);
    await made.untilCalls(1);
    await waitFor(() => made.has('half.txt'), { timeoutMs: 20_000, what: 'the half-made work' });

    await openRun(page, made.run);
    await page.getByRole('button', { name: 'Request Cancellation' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /confirm|request|cancel workflow/i })
      .click();

    const handle = await workflowOf(made.run);
    const ended = async () => (await handle.describe()).status.name === 'CANCELLED';
    await waitFor(ended, { timeoutMs: 60_000, what: 'the run to be cancelled' });
    expect(await processesOfRun(made.run)).toEqual([]);
    expect(await made.repository.isClean()).toBe(true);
    const { journal } = await made.status();
    const saved = /Half-made work is saved under (\S+)\.$/.exec(journal.map(({ text }) => text).join('\n'))?.[1] ?? '';
    expect(await made.repository.git('show', `${saved}:half.txt`)).toBe('x');
  }, 400_000);
});
