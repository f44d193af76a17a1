/** What a fault runner's process is asked to do, and what it answers. */
import { dies, type Death } from './deaths.js';
import { storm, type Storm } from './storm.js';

export type Task = { kind: 'storm'; seed: number; kills: number } | { kind: 'death'; points: string[] };
export type Answer<T extends Task> = T extends { kind: 'storm' } ? Storm : Death;

export async function perform(task: Task): Promise<Storm | Death> {
  return task.kind === 'storm' ? storm(task.seed, task.kills) : dies(task.points);
}
