/** The service as commands use it: found or started, its worker alive, closed again. */
import { connectService, type Service } from '../service/connection.js';
import { statePaths } from '../service/paths.js';
import { isAlive } from '../service/process-mark.js';
import { readWorkerRecord } from '../service/worker-record.js';
import { ensureWorker } from '../service/worker-process.js';
import { say } from './output.js';

/** An open connection that can be made anew, for commands that outlive a server or a worker. */
export interface OpenService {
  readonly service: Service;
  /** Starts a worker that was killed again. One that was stopped in good order is meant to be gone. */
  reviveWorker(): Promise<void>;
  /** Starts again what has died, and reconnects. */
  revive(): Promise<void>;
}

/** Runs `work` with an open connection. With `worker`, a worker is started when none is alive. */
export async function withService<T>(
  state: string,
  { worker }: { worker: boolean },
  work: (open: OpenService) => Promise<T>,
): Promise<T> {
  let service = await connectService({ state, say });
  const open: OpenService = {
    get service() {
      return service;
    },
    reviveWorker: async () => {
      const record = await readWorkerRecord(statePaths(state));
      if (record !== undefined && !isAlive(record.process)) await ensureWorker({ state, service, say });
    },
    revive: async () => {
      const fresh = await connectService({ state, say });
      const stale = service;
      service = fresh;
      await stale.connection.close();
      await ensureWorker({ state, service, say });
    },
  };
  try {
    if (worker) await ensureWorker({ state, service, say });
    return await work(open);
  } finally {
    await service.connection.close();
  }
}
