/**
 * `npm run demo`: the whole loop on a small library, with an agent that knows the answers. No account is needed; one
 * attempt is wrong on purpose, so that a repair can be seen. RALPH_DEMO_DIR: the folder to use instead of a temporary one.
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const project = fileURLToPath(new URL('..', import.meta.url));
const example = join(project, 'examples', 'text-kit');
const agent = join(project, 'examples', 'scripted-agent.mjs');
const archived = ['docs/exec-plans/completed/0001_exec_text-kit.md', 'docs/product-specs/0001_prd_text-kit.md'];

process.exitCode = await demo();

/** Resolves to the exit code: that of `start`, or 1 when it claims success and the archive is not there. */
async function demo(): Promise<number> {
  const folder = await emptyFolder(process.env.RALPH_DEMO_DIR);
  if (folder === undefined) return 2;
  await makeRepository(folder);
  console.log(`The example is in ${folder}; its plan has 6 increments, and the agent's first try at 02 is wrong.\n`);
  const exitCode = await start(folder);
  if (exitCode !== 0) return complain(`The loop did not complete (exit code ${exitCode}).`, folder, exitCode);
  const missing = archived.filter((file) => !existsSync(join(folder, file)));
  if (missing.length > 0)
    return complain(`The loop says that it completed, but there is no ${missing.join(', ')}.`, folder, 1);
  await tellWhatIsThere(folder);
  return 0;
}

/** Never writes into a folder that holds something already. */
async function emptyFolder(wanted: string | undefined): Promise<string | undefined> {
  if (!wanted) return mkdtemp(join(tmpdir(), 'ralph-demo-'));
  const folder = resolve(wanted);
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length === 0) return folder;
  console.error(`RALPH_DEMO_DIR is ${folder}, which is not empty. Name a new folder, or none for a temporary one.`);
  return undefined;
}

async function makeRepository(folder: string): Promise<void> {
  await cp(example, folder, { recursive: true });
  await git(folder, 'init', '--quiet', '--initial-branch=main');
  await git(folder, 'config', 'user.name', 'Ralph Demo');
  await git(folder, 'config', 'user.email', 'demo@example.com');
  await git(folder, 'config', 'commit.gpgsign', 'false');
  await git(folder, 'add', '--all');
  await git(folder, 'commit', '--quiet', '--message', 'Start of text-kit');
}

async function start(folder: string): Promise<number> {
  const agentCommand = `${quote(process.execPath)} ${quote(agent)}`;
  const args = ['start', '0001', '--repo', folder, '--agent-command', agentCommand];
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/client.ts', ...args], {
    cwd: project,
    stdio: 'inherit',
  });
  // Ctrl-C reaches the command as well, which decides what it means.
  process.on('SIGINT', () => undefined);
  return new Promise((done, failed) => child.on('error', failed).on('close', (code) => done(code ?? 1)));
}

async function tellWhatIsThere(folder: string): Promise<void> {
  const commits = await git(folder, 'log', '--oneline');
  console.log(`\nCommits on ${(await git(folder, 'branch', '--show-current')).trim()}:\n${indent(commits)}\n`);
  console.log(`Archived:\n${indent(archived.map((file) => join(folder, file)).join('\n'))}\n`);
  console.log('Look further:');
  console.log(
    `  npm run --silent ralph -- status 0001 --repo ${quote(folder)}    the run, and its address in the Web UI`,
  );
  console.log(`  git -C ${quote(folder)} log --patch    what each increment changed\n`);
  console.log('The server stays for the next command; npm run --silent ralph -- down stops it.');
}

function complain(sentence: string, folder: string, exitCode: number): number {
  console.error(`\n${sentence} The repository is in ${folder}; look there, or at`);
  console.error(`  npm run --silent ralph -- status 0001 --repo ${quote(folder)}`);
  return exitCode;
}

async function git(folder: string, ...args: string[]): Promise<string> {
  return (await promisify(execFile)('git', args, { cwd: folder })).stdout;
}

/** A word for a shell; quoted only where it must be, since people read it. */
function quote(word: string): string {
  if (/^[\w./:@%+=-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function indent(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, '  ');
}
