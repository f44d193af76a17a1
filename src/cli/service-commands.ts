/** `up`, `down`: the local server and worker, by hand. */
import { connectService } from '../service/connection.js';
import { stateFolder } from '../service/paths.js';
import { stopService } from '../service/stop-service.js';
import { ensureWorker } from '../service/worker-process.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import { print, printJson, say } from './output.js';

export interface UpOptions {
  atLogin?: boolean;
  foreground?: boolean;
  json?: boolean;
}

export async function up({ atLogin = false, foreground = false, json = false }: UpOptions): Promise<ExitCode> {
  if (foreground) return (await import('./keep-up.js')).keepUp();
  if (atLogin) await (await import('./at-login.js')).upAtLogin();
  const state = stateFolder();
  const service = await connectService({ state, say });
  try {
    const worker = await ensureWorker({ state, service, say });
    const { address, namespace, uiUrl, embedded } = service;
    if (json) printJson({ address, namespace, uiUrl, embedded, workerPid: worker.process.pid, state });
    else {
      print(
        `Temporal at ${address}, namespace ${namespace}${embedded ? ' (embedded)' : ''}; worker ${worker.process.pid}.`,
      );
      if (uiUrl !== undefined) print(`Web UI: ${uiUrl}`);
    }
    return exitCodes.complete;
  } finally {
    await service.connection.close();
  }
}

/** Runs stay open and go on after the next `up` or any command that needs the service. */
export async function down({
  atLogin = false,
  json = false,
}: {
  atLogin?: boolean;
  json?: boolean;
}): Promise<ExitCode> {
  if (atLogin) await (await import('./at-login.js')).downAtLogin();
  const stopped = await stopService({ state: stateFolder(), say });
  if (json) printJson(stopped);
  else print(`Worker: ${word(stopped.worker)}. Server: ${word(stopped.server)}.`);
  return exitCodes.complete;
}

function word(ending: 'gone' | 'ended' | 'killed'): string {
  return { gone: 'did not run', ended: 'stopped', killed: 'killed, since it did not stop in time' }[ending];
}
