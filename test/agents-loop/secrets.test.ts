/** What agents and gates get of the environment, and what of it is kept out of all that people and services see. */
import { expect, test } from '@jest/globals';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { applyRules } from '../../src/workspace/environment-rules.js';
import { maskText, maskValue, secretsOf } from '../../src/workspace/secrets.js';
import { killWorker } from '../faults/bench.js';
import { workflowOf } from '../loop/workflow.js';
import { useService } from '../support/service.js';
import { waitFor } from '../support/wait-for.js';
import { testRun } from './runs.js';
import { claude } from './says.js';

const env = {
  PATH: '/bin',
  HOME: '/home/x',
  LC_ALL: 'C',
  AWS_REGION: 'eu',
  AWS_SECRET: 's',
  'A.B': '1',
  NPM_TOKEN: 't',
};

const secret = 'sk-sample-0123456789';

test.each([
  [{ deny: [] }, Object.keys(env)],
  [{ deny: ['AWS_*', 'NPM_TOKEN'] }, ['PATH', 'HOME', 'LC_ALL', 'A.B']],
  [{ deny: ['A?B', 'aws_*', 'TOKEN'] }, Object.keys(env)],
  [{ deny: [], allowOnly: ['NPM_*'] }, ['PATH', 'HOME', 'LC_ALL', 'NPM_TOKEN']],
  [{ deny: ['*SECRET'], allowOnly: ['AWS_*'] }, ['PATH', 'HOME', 'LC_ALL', 'AWS_REGION']],
])('variables pass by the rules %j', (rules, names) => {
  expect(Object.keys(applyRules(env, rules))).toEqual(names);
});

test('secrets are long values of names that look secret, and are masked whole, line by line, or cut', () => {
  const secrets = secretsOf({
    GH_TOKEN: 'abcdefgh',
    OTHER_TOKEN: 'abcdefgh12345',
    DB_PASSWORD: 'short',
    SIGNING_PRIVATE_KEY: 'first line of it\nsecond line of it\n',
    EDITOR: 'long enough to be one',
  });
  expect(secrets).toEqual(['second line of it', 'first line of it', 'abcdefgh12345', 'abcdefgh']);
  expect(maskText('x abcdefgh12345 y abcdefgh z', secrets)).toBe('x *** y *** z');
  expect(maskText('fgh12345 was its end', secrets)).toBe('*** was its end');
  expect(maskText('h12345 is too little of it? no', ['abcdefgh12345'])).toBe('*** is too little of it? no');
  expect(maskText('12345 is left alone', ['abcdefgh12345'])).toBe('12345 is left alone');
  const value = { tail: 'abcdefgh', list: ['abcdefgh', 3], logFile: '/abcdefgh/log', none: undefined };
  expect(maskValue(value, secrets)).toEqual({
    tail: '***',
    list: ['***', 3],
    logFile: '/abcdefgh/log',
    none: undefined,
  });
});

test('a secret that agent and gate print is in nothing that is kept, and denied variables never reach them', async () => {
  const gate = 'printenv SAMPLE_API_KEY >&2; test -f 01.txt';
  const run = await testRun({
    family: 'claude',
    gate,
    parts: [
      {
        write: { 'notes.txt': `${secret}\n` },
        print: [claude.text(`I used ${secret}.`), claude.failed(`Denied for ${secret}.`)],
        printError: [secret],
      },
    ],
    config: { env: { deny: ['DENIED_*'] } },
    env: { SAMPLE_API_KEY: secret, DENIED_ONE: 'x' },
  });
  const { scene, agent } = run;
  const first = await run.start('--max-retries', '0');
  const second = await scene.resume('--json');
  const [start] = await agent.starts();
  expect(start?.env).toMatchObject({ SAMPLE_API_KEY: secret });
  expect(start?.env).not.toHaveProperty('DENIED_ONE');

  const shown = [first.stdout, first.stderr, second.stdout, second.stderr, await scene.progress()];
  shown.push((await scene.ralph('status', scene.repository.planFolder)).stdout);
  const history = textOf(await (await workflowOf(scene.run)).fetchHistory());
  expect(history).toContain('Denied for ***.');
  shown.push(history);
  expect(shown.filter((text) => text.includes(secret))).toEqual([]);
  expect(first.stdout).toContain('Denied for ***.');

  const attempt = join(scene.runFolder, 'iterations/001-01/attempt-1');
  const [printed, changes] = await Promise.all(
    ['agent.log', 'changes.diff'].map((name) => readFile(join(attempt, name), 'utf8')),
  );
  expect(printed).toContain(`I used ${'*'.repeat(secret.length)}.`);
  expect(changes).toContain(`+${'*'.repeat(secret.length)}`);
  expect(await filesWith(scene.runFolder, secret)).toEqual([]);
  const gated = join(scene.runFolder, 'iterations/002-01/attempt-0');
  expect(await readFile(join(gated, 'gate-01.stderr.log'), 'utf8')).toContain('*'.repeat(secret.length));
  expect((await stat(gated)).mode & 0o777).toBe(0o700);
  for (const name of await readdir(gated)) {
    expect({ name, mode: (await stat(join(gated, name))).mode & 0o777 }).toEqual({ name, mode: 0o600 });
  }
}, 180_000);

test('logs are masked while the program still writes, and files when a killed worker or a cancel has left them', async () => {
  const half = { print: [claude.init, claude.text(`I use ${secret} now.`), claude.tool], lingers: true };
  const run = await testRun({
    family: 'claude',
    parts: [half],
    config: { heartbeatTimeout: '5s' },
    env: { SAMPLE_API_KEY: secret },
  });
  const { scene, agent } = run;
  expect(await run.start('--detach')).toMatchObject({ exitCode: 0 });
  const log = join(scene.runFolder, 'iterations/001-01/attempt-1/agent.log');
  const printed = (count: number) => async () =>
    (await agent.starts()).length === count && (await readFile(log, 'utf8')).includes(secret);
  await waitFor(printed(1), { timeoutMs: 60_000, what: 'the first agent' });
  const following = scene.aside('logs', '0001', '--follow');
  await waitFor(() => following.printed().stdout.includes('I use *** now.'), { timeoutMs: 30_000, what: 'the log' });
  const raw = await scene.ralph('logs', '0001', '--raw');
  expect(raw.stdout).toContain('I use *** now.');

  await killWorker(useService().stateDir);
  await scene.ralph('up');
  await waitFor(printed(2), { timeoutMs: 60_000, what: 'the second agent' });
  expect(await scene.ralph('cancel', '0001')).toMatchObject({ exitCode: 0 });
  expect(await filesWith(scene.runFolder, secret)).toEqual([]);
  const { stdout } = await following.done;
  for (const text of [stdout, raw.stdout]) expect(text).not.toContain(secret);
  // Once for each agent: that the file was masked meanwhile makes nothing be shown again.
  expect(stdout.match(/I use \*/g)).toHaveLength(2);
}, 180_000);

test('what prerequisites print is masked, shown and kept', async () => {
  const config = { verify: [`echo "with $SAMPLE_API_KEY"; exit 1`] };
  const run = await testRun({ parts: [{}], config, env: { SAMPLE_API_KEY: secret } });
  const { exitCode, stdout, stderr } = await run.start('--json');
  expect(exitCode).toBe(2);
  expect(stdout + stderr).toContain('with ***');
  expect(stdout + stderr).not.toContain(secret);
  expect(await filesWith(run.scene.runFolder, secret)).toEqual([]);
  expect(await readFile(join(run.scene.runFolder, 'verify/01.log'), 'utf8')).toContain(
    `with ${'*'.repeat(secret.length)}`,
  );
}, 60_000);

/** Everything that a run has kept, but what the repository has, too. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hits = await Promise.all(files.map(async (file) => (await readFile(file, 'utf8')).includes(text)));
  return files.filter((_, index) => hits[index]);
}

/** Everything that a history holds as text; payloads are bytes. */
function textOf(value: unknown): string {
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString();
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.values(value).map(textOf).join('\n');
}
