/** Plans as they stand in commits and on disk. */
import { parsePlan } from '../../src/documents/parse-plan.js';
import type { Plan } from '../../src/documents/types.js';
import type { Scene } from './scene.js';

/** The plan of a commit. */
export async function readPlanAt(scene: Scene, commit: string, path = scene.planInWorkspace): Promise<Plan> {
  return parsePlan(await scene.repository.git('show', `${commit}:${path}`), path).value;
}

/** The marks on disk: `{ '01': 'done', … }`. */
export async function marksOnDisk(scene: Scene): Promise<Record<string, string | undefined>> {
  const { increments } = parsePlan(await scene.repository.read(scene.planInWorkspace), scene.planInWorkspace).value;
  return Object.fromEntries(increments.map(({ id, status }) => [id, status]));
}
