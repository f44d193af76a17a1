/** Every crash point, several times each, as a table of crash points and outcomes. */
import { isDeepStrictEqual } from 'node:util';
import { Random } from './random.js';
import { atPass, deathPoints, type Death, type DeathPoint } from './deaths.js';
import { sideBySide } from './side-by-side.js';
import type { Task } from './task.js';

export interface CrashPointTable {
  times: number;
  jobs: number;
  /** Names of points; all of them without it. */
  only: string[] | undefined;
}

/** Prints it. @returns how many runs failed */
export async function crashPointTable({ times, jobs, only }: CrashPointTable): Promise<number> {
  const points = deathPoints.filter((point) => only?.includes(point) ?? true);
  const tasks = Array.from({ length: times }, (_, time) => groups(points, time)).flat();
  let expected: Death['outcome'] | undefined;
  await sideBySide([{ kind: 'death' as const, points: [] }] satisfies Task[], 1, (_, { broken, outcome }) => {
    if (broken.length > 0) throw new Error(`The undisturbed run failed: ${broken.join('; ')}`);
    expected = outcome;
  });
  const deaths: Death[] = [];
  await sideBySide(tasks, jobs, (_, death) => {
    if (!isDeepStrictEqual(death.outcome, expected)) death.broken.push('another outcome than the undisturbed run');
    deaths.push(death);
    const result = death.broken.length === 0 ? 'ok' : `FAILED; ${death.repository}`;
    console.log(`${death.points.join(', ')}  ${death.seconds} s  ${result}`);
    for (const problem of death.broken) console.log(`      ${problem}`);
  });
  console.log('crash point              deaths  complete  violations');
  for (const point of points) console.log(row(point, deaths));
  const failed = deaths.filter(({ broken }) => broken.length > 0);
  const seconds = deaths.reduce((sum, death) => sum + death.seconds, 0) / Math.max(1, deaths.length);
  console.log(`${seconds.toFixed(1)} s a run`);
  console.log(`${points.length} crash points, ${deaths.length} runs, ${failed.length} failed`);
  return failed.length;
}

/** Three deaths a run: a run costs more than a death, and each time a point has other companions. */
function groups(points: readonly DeathPoint[], time: number): Extract<Task, { kind: 'death' }>[] {
  const random = new Random(time);
  const shuffled = points
    .map((point) => ({ point: atPass(point, time), order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ point }) => point);
  const starts = Array.from({ length: Math.ceil(shuffled.length / 3) }, (_, index) => 3 * index);
  return starts.map((start) => ({ kind: 'death', points: shuffled.slice(start, start + 3) }));
}

function row(point: string, all: Death[]): string {
  const deaths = all.filter(({ points }) => points.some((named) => named.split(':')[0] === point));
  const complete = deaths.filter(({ broken }) => broken.length === 0).length;
  const violations = deaths.reduce((sum, { broken }) => sum + broken.length, 0);
  const columns = [String(deaths.length).padStart(7), String(complete).padStart(10), String(violations).padStart(12)];
  return [point.padEnd(24), ...columns].join('');
}
