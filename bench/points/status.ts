/** (d) `status`, from the command to its end, beside a Node that does nothing. */
import { onStage, repeat, type Point } from '../support/point.js';
import { run } from '../support/stage.js';
import { median } from '../support/statistics.js';

async function took(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

export const status: Point = {
  key: 'd',
  title: '`status`',
  measure: onStage(async (stage, { quick }) => {
    const repository = await stage.repository({ increments: 10 });
    // After two of ten it waits at its cap.
    await stage.start(repository, stage.agent('status').command, ['--max-iterations', '2']).done;
    const one = () => stage.ralph(repository.dir, ['status', repository.planFolder]).done;
    await repeat(2, one);
    const times = quick ? 2 : 15;
    const asked = await repeat(times, () => took(one));
    const node = await repeat(times, () =>
      took(() => run(process.execPath, ['-e', '0'], { cwd: repository.dir, env: stage.env }).done),
    );
    return [
      { name: 'status, p50', value: median(asked), unit: 'ms', target: 700 },
      { name: 'node -e 0, p50', value: median(node), unit: 'ms' },
    ];
  }),
};
