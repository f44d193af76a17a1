import { statePaths } from '../../src/service/paths.js';
import { readServerRecord } from '../../src/service/server-record.js';
import { readWorkerRecord } from '../../src/service/worker-record.js';

/** Process ids of the server and the worker of a state folder, as far as its records name them. */
export async function recordedPids(state: string): Promise<number[]> {
  const paths = statePaths(state);
  const records = await Promise.all([readServerRecord(paths), readWorkerRecord(paths)]);
  return records.map((record) => record?.process?.pid).filter((pid) => pid !== undefined);
}
