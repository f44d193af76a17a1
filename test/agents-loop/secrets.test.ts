/** What agents and gates get of the environment, and what of it is kept out of all that people and services see. */
import { expect, test } from '@jest/globals';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { applyRules } from '../../src/workspace/environment-rules.js';
import { maskText, maskValue, secretsOf } from '../../src/workspace/secrets.js';
import { workflowOf } from '../loop/workflow.js';
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

test('a secret that agent and gate print stays in their log files, and denied variables never reach them', async () => {
  const secret = 'sk-sample-0123456789';
  const gate = 'printenv SAMPLE_API_KEY >&2; test -f 01.txt';
  const run = await testRun({
    family: 'claude',
    gate,
    parts: [
      { print: [claude.text(`I used ${secret}.`), claude.failed(`Denied for ${secret}.`)], printError: [secret] },
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

  const attempt = join(scene.runFolder, 'iterations/002-01/attempt-0');
  expect(await readFile(join(attempt, 'gate-01.stderr.log'), 'utf8')).toContain(secret);
  expect((await stat(attempt)).mode & 0o777).toBe(0o700);
  for (const name of await readdir(attempt)) {
    expect({ name, mode: (await stat(join(attempt, name))).mode & 0o777 }).toEqual({ name, mode: 0o600 });
  }
}, 180_000);

/** Everything that a history holds as text; payloads are bytes. */
function textOf(value: unknown): string {
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString();
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.values(value).map(textOf).join('\n');
}
