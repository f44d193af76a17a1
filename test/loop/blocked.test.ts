/** Gates that fail: fixes, then a block that waits for a person and is told to them in full. */
import { describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { parseProgress } from '../../src/documents/progress.js';
import { planText } from '../support/plan.js';
import { marksOnDisk, readPlanAt } from './documents.js';
import { scene } from './scenes.js';

const gate = 'sh check.sh right';
const files = {
  'check.sh': 'read -r word < word.txt\necho "found the word $word" >&2\n[ "$word" = "$1" ]\n',
};
const plan = planText({
  increments: [
    {
      id: '01',
      title: 'Write the word',
      gates: ['`test -f word.txt`', `\`${gate}\``],
      primaryFiles: ['`word.txt` (new)'],
    },
    { id: '02', title: 'Write more', gates: ['`test -f more.txt`'], primaryFiles: ['`more.txt` (new)'] },
  ],
});
const wrong = { write: { 'word.txt': 'wrong\n' }, report: { learnings: ['Words are hard.'] } };
const script = { '01': wrong, '02': { write: { 'more.txt': 'x\n' } } };

describe('an increment whose gate fails', () => {
  test('gets three fixes, then blocks until a person has mended it', async () => {
    const made = await scene({ plan, script, files });
    const blocked = await made.start('--no-prd');
    expect(blocked.exitCode).toBe(3);
    const listed = JSON.parse((await made.ralph('list', '--json')).stdout) as { run: string }[];
    expect(listed.find(({ run }) => run === made.run)).toMatchObject({
      state: 'blocked',
      waiting: { reason: 'gates' },
    });
    expect((await made.ralph('list')).stdout).toMatch(/^blocked .*0001_.*\n +waits: /m);

    const calls = await made.agent.calls();
    expect(calls.map(({ increment, attempt, iteration }) => [increment, attempt, iteration])).toEqual(
      [1, 2, 3, 4].map((attempt) => ['01', attempt, 1]),
    );
    expect(calls[0]?.prompt).not.toContain('found the word wrong');
    for (const { prompt } of calls.slice(1)) {
      expect(prompt).toContain(gate);
      expect(prompt).toContain('found the word wrong');
    }

    const logFile = /^Log: (.*)$/m.exec(blocked.stdout)?.[1] ?? '';
    expect(logFile).toContain(made.runFolder);
    expect(await readFile(logFile, 'utf8')).toContain('found the word wrong');
    expect(blocked.stdout).toContain(`Failing: ${gate}`);
    expect(blocked.stdout).toMatch(/^ {4}found the word wrong$/m);
    expect(blocked.stdout).toContain(`ralph resume ${made.repository.planFolder} --repo ${made.repository.dir}`);

    expect(await marksOnDisk(made)).toEqual({ '01': 'blocked', '02': 'pending' });
    expect((await readPlanAt(made, 'HEAD')).increments.map(({ status }) => status)).toEqual(['pending', 'pending']);
    const entry = await made.progress();
    expect(entry).toContain('- Status: blocked\n');
    expect(entry).toContain('- Test gate: failed (retry 3)\n');
    expect(entry).toContain(`- Learnings: Blocked: ${gate} — `);
    expect(entry).toContain('- Commit: none\n');
    expect(await made.status()).toMatchObject({ state: 'blocked', waiting: { kind: 'blocked', reason: 'gates' } });

    const again = await made.resume('--note', 'Look into the dictionary.');
    expect(again.exitCode).toBe(3);
    const more = (await made.agent.calls()).slice(4);
    expect(more.map(({ increment, attempt, iteration }) => [increment, attempt, iteration])).toEqual(
      [1, 2, 3, 4].map((attempt) => ['01', attempt, 2]),
    );
    expect(more.every(({ prompt }) => prompt.includes('Look into the dictionary.'))).toBe(true);

    await made.repository.write('word.txt', 'right\n');
    const mended = await made.resume();
    expect(mended.exitCode).toBe(0);
    const calledFor = (await made.agent.calls()).slice(8).map(({ increment }) => increment);
    expect(calledFor).toEqual(['02']);
    const log = parseProgress(await made.progress()).entries;
    expect(log.map(({ iteration, increment, status }) => [iteration, increment, status])).toEqual([
      [1, '01', 'blocked'],
      [2, '01', 'blocked'],
      [3, '01', 'done'],
      [4, '02', 'done'],
    ]);
    expect(await made.progress()).toMatch(/Learnings: Blocked: .*; Words are hard\./);
    expect(await made.repository.isClean()).toBe(true);
  }, 240_000);

  test('counts as a person corrected its gate while it was blocked, and not as they marked it', async () => {
    const made = await scene({ plan, script, files });
    expect((await made.start('--no-prd', '--max-retries', '0')).exitCode).toBe(3);
    const text = await made.repository.read(made.planInWorkspace);
    await made.repository.write(
      made.planInWorkspace,
      text.replace('check.sh right', 'check.sh wrong').replace('**Status:** blocked', '**Status:** done'),
    );
    expect((await made.start('--no-prd')).exitCode).toBe(0);
    expect((await made.agent.calls()).map(({ increment }) => increment)).toEqual(['01', '02']);
    expect(await made.progress()).toContain('Increment 01 was marked done without its commit');
    expect(await made.progress()).toMatch(/Learnings: .*Edited by a person: .*gate/i);
    const first = (await made.repository.log()).find(({ subject }) => subject.includes('increment 01'));
    expect(await made.repository.git('show', `${first?.hash}:word.txt`)).toBe('wrong');
    const corrected = await made.repository.git('show', `HEAD:${made.completedPlan}`);
    expect(corrected).toContain('check.sh wrong');
  }, 120_000);
});
