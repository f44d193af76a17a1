import { afterAll, describe, expect, test } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config.js';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** A repository and a user's configuration folder. */
async function places({ repository, user }: { repository?: string; user?: string } = {}) {
  const [top, home] = [await folder(), await folder()];
  if (repository !== undefined) await writeFile(join(top, 'ralph.config.json'), repository);
  if (user !== undefined) {
    await mkdir(join(home, 'ralph'));
    await writeFile(join(home, 'ralph', 'config.yaml'), user);
  }
  return { top, env: { XDG_CONFIG_HOME: home } };
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'ralph-config-'));
  folders.push(made);
  return made;
}

describe('a setting', () => {
  test('is what the design says where nobody says anything', async () => {
    const { top, env } = await places();
    expect(await loadConfig(top, {}, env)).toMatchObject({
      docsRoot: 'docs',
      prd: true,
      archive: true,
      allowManual: false,
      maxIterations: 50,
      maxRetries: 3,
      agentTimeout: 7_200_000,
      agentIdleTimeout: 1_800_000,
      gateTimeout: 1_800_000,
      grace: 10_000,
    });
  });

  test('comes from flags before the environment, the repository, the user and defaults', async () => {
    const { top, env } = await places({
      repository: JSON.stringify({ model: 'repository', maxRetries: 7, gateTimeout: '90s' }),
      user: 'model: user\nmaxRetries: 1\nmaxIterations: 9\ngrace: 1.5s\n',
    });
    const from = await loadConfig(top, { model: undefined }, { ...env, RALPH_MODEL: 'environment' });
    expect(from).toMatchObject({ model: 'environment', maxRetries: 7, maxIterations: 9 });
    expect(from).toMatchObject({ gateTimeout: 90_000, grace: 1_500 });
    expect((await loadConfig(top, { model: 'flag' }, { ...env, RALPH_MODEL: 'x' })).model).toBe('flag');
    expect((await loadConfig(top, {}, env)).model).toBe('repository');
    expect((await loadConfig(undefined, {}, env)).model).toBe('user');
  });

  test('that is a file is meant from the folder of the file that says it', async () => {
    const { top, env } = await places({ user: 'promptFile: mine/prompt.md\n' });
    expect((await loadConfig(top, {}, env)).promptFile).toBe(join(env.XDG_CONFIG_HOME, 'ralph/mine/prompt.md'));
    await writeFile(join(top, 'ralph.config.json'), '{"promptFile": "prompt.md"}');
    expect((await loadConfig(top, {}, env)).promptFile).toBe(join(top, 'prompt.md'));
  });

  test('that names a command nearby is meant instead of a name far away', async () => {
    const { top, env } = await places({ repository: '{"agent": "claude"}', user: 'agentCommand: ./mine\n' });
    expect(await loadConfig(top, {}, env)).not.toHaveProperty('agentCommand');
    const flagged = await loadConfig(top, { agentCommand: './other' }, env);
    expect(flagged.agentCommand).toBe('./other');
    expect(flagged).not.toHaveProperty('agent');
  });
});

describe('a bad setting', () => {
  test.each([
    ['{"maxTries": 1}', /ralph\.config\.json.*maxTries/],
    ['{"maxRetries": "3"}', /maxRetries/],
    ['{"maxRetries": -1}', /maxRetries/],
    ['{"maxIterations": 0}', /maxIterations/],
    ['{"gateTimeout": "soon"}', /gateTimeout: "soon" is no duration; write 90s, 30m or 2h/],
    ['{"gateTimeout": "0s"}', /gateTimeout/],
    ['{"agents": {"mine": {"comand": "x"}}}', /agents\.mine.*comand/],
    ['[1]', /file/],
    ['"text"', /file/],
    ['{', /can't be read/],
  ])('%s is told with its file and its name', async (repository, says) => {
    const { top, env } = await places({ repository });
    const failure: unknown = await loadConfig(top, {}, env).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'config', message: expect.stringMatching(says), hint: expect.any(String) });
  });

  test('on the command line is told as one', async () => {
    const { top, env } = await places();
    await expect(loadConfig(top, { model: 7 }, env)).rejects.toThrow(/flags: model/);
  });

  test('is not an empty file', async () => {
    const { top, env } = await places({ repository: '' });
    expect((await loadConfig(top, {}, env)).maxRetries).toBe(3);
  });
});
