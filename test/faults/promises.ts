/** What must hold after a completed run, read from git, files and processes alone: never from what the run says of itself. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parsePlan } from '../../src/documents/parse-plan.js';
import { parseProgress } from '../../src/documents/progress.js';
import { readRecords } from '../../src/process/records.js';
import { readRunFileIfAny } from '../../src/workspace/run-file.js';
import { runFolder } from '../../src/workspace/run-folder.js';
import { runId } from '../../src/workspace/run-id.js';
import { processesOfRun } from '../support/processes.js';
import type { TestRepository } from '../support/repository.js';

export interface RunUnderTest {
  repository: TestRepository;
  stateDir: string;
}

/** Workflow id of the repository's plan. */
export function runOf({ repository }: RunUnderTest): string {
  return runId(join(repository.dir, '.git'), repository.planFolder);
}

/** The broken promises of a completed run, in sentences; empty when all hold. */
export async function brokenPromises(test: RunUnderTest): Promise<string[]> {
  const [commits, files, processes] = await Promise.all([
    commitsAndMarks(test),
    leftFiles(test),
    processesOfRun(runOf(test)),
  ]);
  const alive = processes.map((pid) => `process ${pid} of the run is alive`);
  return [...commits, ...files, ...alive, ...(await broken(test.repository))];
}

async function commitsAndMarks({ repository, stateDir }: RunUnderTest): Promise<string[]> {
  const problems: string[] = [];
  const log = (await repository.log()).reverse();
  const commits = log.filter(({ trailers }) => 'Ralph-Increment' in trailers);
  const plan = await readPlan(repository);
  const wanted = plan.increments.map(({ id }) => `${repository.planFolder}/${id}`);
  const made = commits.map(({ trailers }) => trailers['Ralph-Increment']);
  if (made.join() !== wanted.join()) problems.push(`increments are committed as ${made.join()}, not ${wanted.join()}`);
  const open = plan.increments.filter(({ status }) => status !== 'done');
  if (open.length > 0) problems.push(`not marked done: ${open.map(({ id }) => id).join()}`);
  for (const step of ['setup', 'archive']) {
    const found = log.filter(({ trailers }) => trailers['Ralph-Step'] === `${repository.planFolder}/${step}`);
    if (found.length !== 1) problems.push(`${found.length} ${step} commits`);
  }
  const { entries } = parseProgress(
    await readFile(runFolder(stateDir, runOf({ repository, stateDir })).progress, 'utf8'),
  );
  const numbers = entries.map(({ iteration }) => iteration);
  if (numbers.some((number, index) => number !== index + 1))
    problems.push(`the log's iterations are ${numbers.join()}`);
  const logged = entries
    .filter(({ status }) => status === 'done')
    .map(({ increment, commit }) => `${increment} ${commit}`);
  const expected = commits.map(({ hash, trailers }) => `${trailers['Ralph-Increment']?.split('/')[1]} ${hash}`);
  if (logged.join() !== expected.join()) problems.push(`the log says ${logged.join()}, git says ${expected.join()}`);
  return problems;
}

async function readPlan(repository: TestRepository) {
  const file = `docs/exec-plans/completed/${repository.planFolder.replace('_', '_exec_')}.md`;
  return parsePlan(await repository.read(file), file).value;
}

/** Locks, claims and temporary indexes in the git directory; the run's file and process records in the state folder. */
async function leftFiles(test: RunUnderTest): Promise<string[]> {
  const names = await readdir(join(test.repository.dir, '.git'), { recursive: true });
  const left = names.filter((name) => /\.lock$|^ralph-/.test(name)).map((name) => `${name} was left`);
  const runFile = await readRunFileIfAny(test.stateDir, runOf(test));
  const records = await readRecords(join(test.stateDir, 'processes'), runOf(test));
  return [
    ...left,
    ...(runFile === undefined ? [] : ['the run file was left']),
    ...records.map(({ purpose }) => `the record of "${purpose}" was left`),
  ];
}

async function broken(repository: TestRepository): Promise<string[]> {
  const problems = (await repository.isClean())
    ? []
    : [`the tree is not clean:\n${await repository.git('status', '--short')}`];
  const fsck = await repository.fsck().then(
    () => [],
    (error: unknown) => [String(error)],
  );
  return [...problems, ...fsck];
}

/** What two runs of one plan must agree on, whatever happened to them: commit subjects, and every file. */
export async function outcomeOf({
  repository,
}: Pick<RunUnderTest, 'repository'>): Promise<{ subjects: string[]; tree: string }> {
  const subjects = (await repository.log()).reverse().map(({ subject }) => subject);
  return { subjects, tree: await repository.git('rev-parse', 'HEAD^{tree}') };
}
