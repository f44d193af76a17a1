/** Opens scenes, and closes them after each test of the file. */
import { afterAll, afterEach } from '@jest/globals';
import { Scene, type SceneOptions } from './scene.js';
import { disconnect } from './workflow.js';

const open: Scene[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((scene) => scene.close()));
});
afterAll(disconnect);

export async function scene(options: SceneOptions): Promise<Scene> {
  const made = await Scene.open(options);
  open.push(made);
  return made;
}
