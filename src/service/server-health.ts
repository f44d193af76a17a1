import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '@temporalio/client';
import type { Daemon } from './daemon.js';
import { openConnection } from './open-connection.js';
import { portAnswers } from './ports.js';
import { embeddedNamespace, type ServerRecord } from './server-record.js';
import { ServiceError } from './service-error.js';

const timeoutMs = 60_000;
/** One whose announcement we don't know and that lives on this long with its port answering has that port. */
const unannouncedMs = 3_000;
const reasonsShown = 5;

/** Waits until the server that was just started answers for its namespace. Throws `ServiceError` (server-start) with what its log says of why. */
export async function healthyConnection(
  { port }: ServerRecord,
  daemon: Daemon,
  { logFile, say }: { logFile: string; say: (message: string) => void },
): Promise<Connection> {
  const startedAt = Date.now();
  let announced = false;
  let answeredAt: number | undefined;
  for (let pause = 20; ; pause = Math.min(pause * 1.5, 500)) {
    const connection = await tryConnect(port);
    if (connection) answeredAt ??= Date.now();
    if (connection && ((await hasPort(daemon, port)) || Date.now() - answeredAt! > unannouncedMs)) return connection;
    await connection?.close();
    const ended = daemon.ended();
    if (ended !== undefined) throw await startFailure(`it ended (${ended})`, daemon, logFile);
    const waited = Date.now() - startedAt;
    if (waited > timeoutMs) throw await startFailure(`it didn't answer within ${timeoutMs / 1000} s`, daemon, logFile);
    if (!announced && waited > 5_000) {
      say('Waiting for the Temporal server to answer …');
      announced = true;
    }
    await sleep(pause);
  }
}

/**
 * Another server may have taken the port after we looked whether it was free, and answers in the place of ours, which is
 * about to end. Ours says what it listens at as soon as it does.
 */
async function hasPort(daemon: Daemon, port: number): Promise<boolean> {
  return new RegExp(`^Server:.*:${port}\\s*$`, 'm').test(await daemon.log());
}

// A port that answers comes first: the client would wait for its whole time-out on one that doesn't.
async function tryConnect(port: number): Promise<Connection | undefined> {
  if (!(await portAnswers(port))) return undefined;
  let connection: Connection | undefined;
  try {
    connection = await openConnection({ address: `127.0.0.1:${port}`, connectTimeout: 2_000 });
    await connection.withDeadline(Date.now() + 2_000, () =>
      connection!.workflowService.describeNamespace({ namespace: embeddedNamespace }),
    );
    return connection;
  } catch {
    await connection?.close();
    return undefined;
  }
}

/**
 * The lines that say why a server ended; of one that panics, the end of the log is a stack of many screens.
 * @returns nothing where no line is of a form that we know
 */
function reasonsIn(log: string): string {
  return log
    .split('\n')
    .filter((line) => /\blevel=(?:ERROR|FATAL)\b|^(?:Error|panic|fatal error):/i.test(line))
    .slice(-reasonsShown)
    .join('\n');
}

async function startFailure(what: string, daemon: Daemon, logFile: string): Promise<ServiceError> {
  const said = reasonsIn(await daemon.log()) || (await daemon.logTail());
  return new ServiceError(
    'server-start',
    `The Temporal server did not start: ${what}.${said && `\n${said}`}`,
    `Its whole log is ${logFile}; \`ralph doctor\` shows what is in use.`,
  );
}
