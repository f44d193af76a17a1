/** `doctor`: what this machine has and lacks, and how to mend it. Starts and changes nothing. */
import { serviceStatus } from '../service/service-status.js';
import { agentChecks } from './doctor/agent-checks.js';
import type { Check } from './doctor/check.js';
import { bashCheck, gitCheck, nodeCheck, stateFolderCheck } from './doctor/machine-checks.js';
import { serviceChecks } from './doctor/service-checks.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import { print, printJson, resultColours as colours } from './output.js';

/** @returns 1 when something keeps runs from working */
export async function doctor({ json = false }: { json?: boolean }): Promise<ExitCode> {
  const path = process.env['PATH'] ?? '';
  const status = await serviceStatus();
  const checks = [
    nodeCheck(),
    ...(await Promise.all([
      gitCheck(path),
      bashCheck(path),
      stateFolderCheck(status.paths.state, status.server.databaseBytes),
    ])),
    ...(await serviceChecks(status, path)),
    ...(await agentChecks(path)),
  ];
  const healthy = checks.every(({ level }) => level !== 'error');
  if (json) printJson({ healthy, checks });
  else checks.forEach(printCheck);
  return healthy ? exitCodes.complete : exitCodes.failed;
}

function printCheck({ level, message, hint }: Check): void {
  const marks = { ok: colours.green('✔'), warning: colours.yellow('!'), error: colours.red('✘') };
  print(`${marks[level]} ${message}`);
  if (hint !== undefined) print(`    ${hint}`);
}
