/** Runs of the three increments, with a push and a notice at their end, that die where they are told to. */
import { chmod, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crashPoints, type CrashPoint } from '../../src/activities/crash-point.js';
import { keepEvidence, killWorker, makeBench, threeIncrements, type Bench } from './bench.js';
import { brokenPromises, outcomeOf } from './promises.js';

/** Inside what the loop starts, no line of the code is passed: there the program that runs kills the worker. */
const insidePrograms = ['in-commit-hook', 'in-push', 'in-notice'] as const;
type InsideProgram = (typeof insidePrograms)[number];

export type DeathPoint = CrashPoint | InsideProgram;
export const deathPoints: readonly DeathPoint[] = [...crashPoints, ...insidePrograms];

/** How often an undisturbed run passes those that it passes more than once. */
const passes: Partial<Record<DeathPoint, number>> = {
  'iteration-begun': 3,
  // Agents, gates, push and pull request.
  'after-spawn': 8,
  'after-agent': 3,
  'after-gate': 3,
  'between-marks': 3,
  'before-commit': 3,
  staged: 3,
  'after-commit': 3,
  'after-progress': 3,
};

export interface Death {
  points: string[];
  seconds: number;
  /** Empty when every promise was kept. */
  broken: string[];
  repository: string;
  outcome: Awaited<ReturnType<typeof outcomeOf>>;
}

/** @param time 0 for the first; a point that is passed several times is taken at another pass each time */
export function atPass(point: DeathPoint, time: number): string {
  const count = passes[point] ?? 1;
  return count === 1 ? point : `${point}:${(time % count) + 1}`;
}

/** @param points names as in `RALPH_CRASH_AT`, or of places inside a program: the worker dies at each of them, once */
export async function dies(points: readonly string[]): Promise<Death> {
  const startedAt = Date.now();
  const bench = await publishingBench();
  for (const point of insidePrograms) if (points.includes(point)) await armProgram(bench, point);
  await killWorker(bench.stateDir);
  const armed = points.filter((point) => !insidePrograms.includes(point as InsideProgram));
  const { exitCode, stderr } = await bench.start(['--pr'], { RALPH_CRASH_AT: armed.join(',') });
  const broken = exitCode === 0 ? await brokenPromises(bench) : [`exit code ${exitCode}: ${stderr}`];
  broken.push(...(await unpublished(bench)), ...(await survived(bench, points)));
  const outcome = await outcomeOf(bench);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  if (broken.length > 0) await keepEvidence(bench);
  else {
    await rm(remoteOf(bench), { recursive: true, force: true });
    await bench.remove();
  }
  return { points: [...points], seconds, broken, repository: bench.repository.dir, outcome };
}

const remoteOf = ({ repository }: Bench) => `${repository.dir}-remote`;

async function publishingBench(): Promise<Bench> {
  const bench = await makeBench({
    increments: threeIncrements,
    config: {
      heartbeatTimeout: '3s',
      maxInterruptions: 10,
      prCommand: 'echo https://example.com/pull/1',
      notify: 'sh .git/notice',
    },
  });
  await bench.repository.write('.git/notice', 'cat >> .git/told; echo >> .git/told\n');
  await bench.repository.git('init', '--quiet', '--bare', remoteOf(bench));
  await bench.repository.git('remote', 'add', 'origin', remoteOf(bench));
  return bench;
}

/** Kills the worker once, and would go on for long. The record names it. */
function killOnce(point: InsideProgram, then = ''): string {
  const worker = `$(grep -o '"pid": [0-9]*' $RALPH_STATE_DIR/worker.json | grep -o '[0-9]*')`;
  return `test -e .git/died-${point} || { touch .git/died-${point}; kill -9 ${worker}; ${then} sleep 60; }`;
}

const programs: Record<InsideProgram, { file: string; text: string }> = {
  'in-commit-hook': {
    file: 'hooks/pre-commit',
    text: `test -e 01.txt || exit 0; ${killOnce('in-commit-hook', 'echo lock > .git/index.lock;')}`,
  },
  'in-push': { file: 'hooks/pre-push', text: killOnce('in-push') },
  'in-notice': { file: 'notice', text: `${killOnce('in-notice')}\ncat >> .git/told; echo >> .git/told` },
};

async function armProgram({ repository }: Bench, point: InsideProgram): Promise<void> {
  const { file, text } = programs[point];
  await repository.write(`.git/${file}`, `#!/bin/sh\n${text}\n`);
  await chmod(join(repository.dir, '.git', file), 0o755);
}

/** The remote has what was committed, and the person was told that the run is complete. */
async function unpublished({ repository, ...bench }: Bench): Promise<string[]> {
  const remote = remoteOf({ repository, ...bench });
  const [head, pushed] = await Promise.all([
    repository.git('rev-parse', 'HEAD'),
    repository.git('--git-dir', remote, 'rev-parse', 'refs/heads/ralph/0001-sample').catch(() => 'nothing'),
  ]);
  const told = await repository.read('.git/told').catch(() => '');
  return [
    ...(head === pushed ? [] : [`${head} is at HEAD, ${pushed} at the remote`]),
    ...(/"state": "complete"/.test(told) ? [] : ['nobody was told that the run is complete']),
  ];
}

/** A point that was not reached would prove nothing. */
async function survived({ repository, stateDir }: Bench, points: readonly string[]): Promise<string[]> {
  const passed = await readdir(join(stateDir, 'crash-points')).catch((): string[] => []);
  const missed = await Promise.all(
    points.map(async (point) => {
      const [name = '', pass = '1'] = point.split(':');
      if (insidePrograms.includes(name as InsideProgram)) {
        const died = await repository.read(`.git/died-${name}`).catch(() => undefined);
        return died === undefined ? [`never died ${name}`] : [];
      }
      const count = passed.includes(name) ? (await readFile(join(stateDir, 'crash-points', name))).length : 0;
      return count >= Number(pass) ? [] : [`never died at ${point}: passed ${count} times`];
    }),
  );
  return missed.flat();
}
