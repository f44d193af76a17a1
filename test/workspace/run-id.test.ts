import { expect, test } from '@jest/globals';
import { repositoryId, runId } from '../../src/workspace/run-id.js';
import { iterationFolder, runFolder } from '../../src/workspace/run-folder.js';
import { runEnvironment } from '../../src/workspace/run-environment.js';

test('a repository is named after its folder, and told from others of that name', () => {
  expect(repositoryId('/home/a/project/.git')).toMatch(/^project-[0-9a-f]{8}$/);
  expect(repositoryId('/home/a/project/.git')).toBe(repositoryId('/home/a/project/.git'));
  expect(repositoryId('/home/a/project/.git')).not.toBe(repositoryId('/home/b/project/.git'));
  expect(repositoryId('/srv/git/project.git')).toMatch(/^project-/);
  expect(repositoryId('/home/a/mein Projekt €/.git')).toMatch(/^mein-Projekt---[0-9a-f]{8}$/);
});

test('a run is named by repository and plan', () => {
  expect(runId('/x/project/.git', '0001_sample')).toMatch(/^ralph\/project-[0-9a-f]{8}\/0001_sample$/);
});

test('its folder stays inside the state folder, whatever ids say', () => {
  const folder = runFolder('/state', 'ralph/project-00000000/0001_sample');
  expect(folder.path).toMatch(/^\/state\/.*\/project-00000000\/0001_sample$/);
  expect(iterationFolder(folder, 3, '01')).toBe(`${folder.path}/iterations/003-01`);
  for (const id of ['..', '../..', 'a/b', '', '.', 'x'.repeat(300), 'ü']) {
    const path = iterationFolder(folder, 3, id);
    expect(path.slice(folder.path.length)).toMatch(/^\/iterations\/003-[\w.-]+$/);
    expect(path.split('/').every((part) => part !== '..' && Buffer.byteLength(part) < 120)).toBe(true);
  }
  const hostile = runFolder('/state', 'ralph/../..');
  expect(hostile.path).not.toContain('..');
});

test("the environment of agents is the starter's, without Temporal's credentials and another run's marker", () => {
  const env = {
    PATH: '/bin',
    TEMPORAL_API_KEY: 'secret',
    RALPH_RUN: 'other',
    RALPH_AGENT: 'claude',
    NOTHING: undefined,
  };
  expect(runEnvironment(env)).toEqual({ PATH: '/bin', RALPH_AGENT: 'claude' });
});
