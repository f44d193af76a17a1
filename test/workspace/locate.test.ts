import { afterAll, describe, expect, test } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { locatePlan } from '../../src/workspace/locate.js';
import { planText } from '../support/plan.js';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

const text = planText({ increments: [{ id: '01', title: 'One', gates: ['`true`'] }] });
const active = 'docs/exec-plans/active';
const loose = `${active}/0001_exec_greeter.md`;
const inside = `${active}/0001_greeter/0001_exec_greeter.md`;
const completed = 'docs/exec-plans/completed/0001_exec_greeter.md';
const prd = 'docs/product-specs/0001_prd_greeter.md';

/** A folder with these files; a name without text holds a plan. */
async function tree(...files: (string | [string, string])[]): Promise<string> {
  const top = await mkdtemp(join(tmpdir(), 'ralph-locate-'));
  folders.push(top);
  for (const file of files) {
    const [path, content] = typeof file === 'string' ? [file, text] : file;
    await mkdir(dirname(join(top, path)), { recursive: true });
    await writeFile(join(top, path), content);
  }
  return top;
}

describe('a plan', () => {
  test.each([
    [loose, 'loose'],
    [inside, 'workspace'],
    [completed, 'completed'],
  ])('is found at %s', async (path, stage) => {
    const top = await tree(path, [prd, '# PRD\n']);
    expect(await locatePlan(top, 'docs', '0001')).toMatchObject({
      stage,
      plan: path,
      folder: '0001_greeter',
      prd,
      prdInPlace: false,
      workspacePlan: inside,
      workspacePrd: `${active}/0001_greeter/0001_prd_greeter.md`,
      workspaceProgress: `${active}/0001_greeter/progress.txt`,
      completedPlan: completed,
    });
  });

  test.each(['0001', '1', '0001_greeter', loose, `./${loose}`])('goes by %s', async (argument) => {
    expect((await locatePlan(await tree(loose), 'docs', argument)).plan).toBe(loose);
  });

  test('goes by a path from the folder that one is in, and by its workspace', async () => {
    const top = await tree(inside);
    const cwd = join(top, active);
    expect((await locatePlan(top, 'docs', '0001_greeter/0001_exec_greeter.md', cwd)).plan).toBe(inside);
    expect((await locatePlan(top, 'docs', './0001_greeter', cwd)).plan).toBe(inside);
  });

  test('stands under another docs root', async () => {
    const top = await tree('harness/docs/exec-plans/active/0001_exec_greeter.md');
    expect((await locatePlan(top, 'harness/docs', '0001')).workspace).toBe(
      'harness/docs/exec-plans/active/0001_greeter',
    );
  });

  test('may name its PRD, which is then updated where it stands', async () => {
    const named = 'docs/plans/prd-0001-greeter.md';
    const top = await tree([loose, `---\nprd: ${named}\n---\n${text}`], [named, '# PRD\n']);
    expect(await locatePlan(top, 'docs', '0001')).toMatchObject({ prd: named, prdInPlace: true, workspacePrd: named });
  });

  test('may have no PRD', async () => {
    expect(await locatePlan(await tree(loose), 'docs', '0001')).toMatchObject({ prd: undefined, prdInPlace: false });
  });
});

describe('two', () => {
  test('copies of one text, loose and in the workspace, are one plan', async () => {
    expect((await locatePlan(await tree(loose, inside), 'docs', '0001')).stage).toBe('workspace');
  });

  test.each([
    ['differ, loose and in the workspace', [loose, [inside, `${text}x`]]],
    ['share a number', [loose, `${active}/0001_exec_other.md`]],
    ['are one active and one completed', [loose, completed]],
  ])('that %s are an error that names both', async (_, files) => {
    const top = await tree(...(files as [string, string]));
    const failure = await locatePlan(top, 'docs', '0001').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'plan-ambiguous' });
    for (const file of files) expect(String(failure)).toContain(Array.isArray(file) ? file[0] : file);
  });

  test('PRDs of one number are an error that names both', async () => {
    const top = await tree(loose, [prd, ''], ['docs/product-specs/0001_prd_other.md', '']);
    await expect(locatePlan(top, 'docs', '0001')).rejects.toThrow(/0001_prd_greeter\.md and .*0001_prd_other\.md/);
  });
});

describe('no plan', () => {
  test.each([
    ['0002', 'no-such-plan'],
    ['0001_other', 'no-such-plan'],
    ['../../x', 'plan-argument'],
    ['../../../etc/0001_exec_x.md', 'plan-outside'],
    ['', 'plan-argument'],
    ['0001\0', 'plan-argument'],
    ['docs/readme.md', 'plan-argument'],
    ['docs/0009_exec_gone.md', 'no-such-plan'],
  ])('goes by %j', async (argument, code) => {
    const top = await tree(loose);
    await expect(locatePlan(top, 'docs', argument)).rejects.toMatchObject({ code, hint: expect.any(String) });
  });

  test('is in a repository without plans, which says how one is named', async () => {
    await expect(locatePlan(await tree(), 'docs', '0001')).rejects.toMatchObject({
      code: 'no-such-plan',
      hint: expect.stringContaining('docs/exec-plans/active/0001_exec_<slug>.md'),
    });
  });
});
