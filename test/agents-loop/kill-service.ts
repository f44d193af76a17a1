import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerRecord } from '../../src/service/server-record.js';
import type { WorkerRecord } from '../../src/service/worker-record.js';
import { isAlive } from '../support/processes.js';
import { useService } from '../support/service.js';
import { waitFor } from '../support/wait-for.js';

/** Kills worker and server, as a power loss would. */
export async function killService(): Promise<void> {
  const { stateDir } = useService();
  const read = async (name: string) => JSON.parse(await readFile(join(stateDir, name), 'utf8')) as unknown;
  const worker = (await read('worker.json')) as WorkerRecord;
  const server = (await read('service.json')) as ServerRecord;
  for (const pid of [worker.process.pid, server.process?.pid ?? 0]) {
    process.kill(pid, 'SIGKILL');
    await waitFor(async () => !(await isAlive(pid)), { timeoutMs: 5_000, what: `process ${pid} to be gone` });
  }
}
