/** The test command of a repository that doesn't name one, by the files that its tools leave at the top. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../errors.js';

/** What `npm init` writes. */
const placeholder = /no test specified/;

/** A lock file tells which of Node's package managers is used. */
const managers: [string, string][] = [
  ['pnpm-lock.yaml', 'pnpm test'],
  ['yarn.lock', 'yarn test'],
  ['bun.lock', 'bun run test'],
  ['bun.lockb', 'bun run test'],
];

/** pytest leaves with 5 when it finds no test: nothing is red then. */
const pytest = 'pytest -q || [ $? -eq 5 ]';

/** @returns a line for the shell, or `undefined` when nothing says how the repository is tested */
export async function detectTestCommand(top: string): Promise<string | undefined> {
  const read = (name: string) => readIfAny(join(top, name));
  for (const detect of [nodeTest, makeTest, pythonTest, cargoTest, goTest]) {
    const command = await detect(read);
    if (command !== undefined) return command;
  }
  return undefined;
}

type Read = (name: string) => Promise<string | undefined>;

async function nodeTest(read: Read): Promise<string | undefined> {
  const script = testScript(await read('package.json'));
  if (script === undefined || script.trim() === '' || placeholder.test(script)) return undefined;
  for (const [file, command] of managers) if ((await read(file)) !== undefined) return command;
  return 'npm test';
}

/** A package.json that can't be read is npm's to complain about, not ours. */
function testScript(text: string | undefined): string | undefined {
  try {
    const { scripts } = JSON.parse(text ?? '{}') as { scripts?: { test?: unknown } };
    return typeof scripts?.test === 'string' ? scripts.test : undefined;
  } catch {
    return undefined;
  }
}

async function makeTest(read: Read): Promise<string | undefined> {
  for (const name of ['GNUmakefile', 'makefile', 'Makefile']) {
    const text = await read(name);
    if (text !== undefined) return /^test\s*:(?!=)/m.test(text) ? 'make test' : undefined;
  }
  return undefined;
}

async function pythonTest(read: Read): Promise<string | undefined> {
  const hints: [string, RegExp][] = [
    ['pytest.ini', /^/],
    ['conftest.py', /^/],
    ['pyproject.toml', /^\s*\[tool\.pytest/m],
    ['setup.cfg', /^\s*\[tool:pytest\]/m],
    ['tox.ini', /^\s*\[pytest\]/m],
  ];
  for (const [name, says] of hints) {
    const text = await read(name);
    if (text !== undefined && says.test(text)) return pytest;
  }
  return undefined;
}

async function cargoTest(read: Read): Promise<string | undefined> {
  return (await read('Cargo.toml')) === undefined ? undefined : 'cargo test';
}

async function goTest(read: Read): Promise<string | undefined> {
  return (await read('go.mod')) === undefined ? undefined : 'go test ./...';
}

async function readIfAny(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'EISDIR') return undefined;
    throw error;
  }
}
