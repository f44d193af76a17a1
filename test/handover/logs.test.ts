/** What agents and gates printed, while they work and afterwards. */
import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { scene } from '../loop/scenes.js';
import { cliEnvironment, startRalph, waitFor } from '../support/cli.js';
import { planText } from '../support/plan.js';
import { useService } from '../support/service.js';

const project = fileURLToPath(new URL('../..', import.meta.url));
const plan = planText({
  increments: [
    { id: '01', title: 'Write', gates: ['`echo seen by the gate; test -f a.txt`'] },
    { id: '02', title: 'Write more', gates: ['`echo also; echo oh >&2; test -f a.txt`'] },
  ],
});
const says = {
  type: 'assistant',
  message: {
    content: [
      { type: 'text', text: 'I looked around.' },
      { type: 'tool_use', name: 'Write', input: { file_path: 'a.txt' } },
    ],
  },
};
const result = { type: 'result', subtype: 'success', is_error: false, result: 'Done.' };
const files = {
  'agent.sh': [
    'cat > /dev/null',
    `echo '${JSON.stringify(says)}'`,
    'while [ ! -e .git/go ]; do sleep 0.1; done',
    'echo a > a.txt',
    `echo '${JSON.stringify(result)}'`,
    '',
  ].join('\n'),
};
const config = { agents: { mine: { command: 'sh', args: ['agent.sh'], family: 'claude', promptVia: 'stdin' } } };

test('logs show what runs, follow it to the end, and then list what there is', async () => {
  const made = await scene({ plan, files, config });
  expect((await made.ralph('logs', '0001')).exitCode).toBe(2);
  const running = made.startAside('--no-prd', '--agent', 'mine');
  const shown = await waitFor(
    async () => {
      const { stdout } = await made.ralph('logs', '0001');
      // In the tenth of a second before its first line is read as an event, that line is shown as it came.
      return stdout.includes('→ Write a.txt') && stdout;
    },
    { timeoutMs: 60_000, what: 'the running agent in the logs' },
  );
  expect(shown).toContain('01, iteration 1, attempt 1');
  expect(shown).toContain('I looked around.');
  expect(shown).not.toContain('"tool_use"');
  expect((await made.ralph('logs', '0001', '--raw')).stdout).toContain('"tool_use"');

  const following = startRalph(['logs', '0001', '--follow'], { cwd: made.repository.dir, env: useService().env });
  await waitFor(() => following.printed().stdout.includes('I looked'), { timeoutMs: 30_000, what: 'the follower' });
  await made.repository.write('.git/go', '');
  expect((await running.done).exitCode).toBe(0);
  const followed = await following.done;
  expect(followed.exitCode).toBe(0);
  const order = ['01, iteration 1', 'I looked', 'gate 1: echo seen', 'seen by the gate\n', 'passed: exit code 0'];
  const places = [...order, '02, iteration 2', 'also\n', 'oh\n'].map((text) => followed.stdout.indexOf(text));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThanOrEqual(0);

  const listed = (await made.ralph('logs', '0001')).stdout;
  expect(listed).toContain('Nothing of 0001_sample runs right now.');
  expect(listed).toMatch(/iteration 1 +01 +attempt 1 +\//);
  expect(listed).toMatch(/iteration 2 +02 +attempt 1 +\//);
  const first = (await made.ralph('logs', '0001', '1')).stdout;
  expect(first).toContain('seen by the gate');
  expect(first).not.toContain('also');
  const cut = spawnSync(
    'bash',
    [
      '-c',
      `"${process.execPath}" --import tsx src/client.ts logs 0001 --follow --repo "$1" | head -n 1; exit \${PIPESTATUS[0]}`,
      'bash',
      made.repository.dir,
    ],
    { cwd: project, encoding: 'utf8', env: cliEnvironment(useService().env) },
  );
  expect([cut.status, cut.stderr]).toEqual([0, '']);
  const missing = await made.ralph('logs', '0001', '01', '--attempt', '3');
  expect(missing.exitCode).toBe(2);
  expect(missing.stderr).toContain('There is no output of increment 01, attempt 3 of 0001_sample.');
}, 240_000);
