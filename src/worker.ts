import { fileURLToPath } from 'node:url';
import { createActivities } from './activities/index.js';
import { runWorker } from './service/worker/run-worker.js';
import { workerArguments } from './service/worker/worker-arguments.js';

const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

try {
  await runWorker({
    ...workerArguments(process.argv.slice(2)),
    workflows: fileURLToPath(new URL(`./workflows/index.${ending}`, import.meta.url)),
    forkServer: fileURLToPath(new URL(`./fork-server.${ending}`, import.meta.url)),
    createActivities,
  });
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
// Whatever still holds the process (an agent's handle, the native core) doesn't keep it.
setTimeout(() => process.exit(), 3_000).unref();
