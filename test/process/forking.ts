/** A process with a fork server, as the worker has one: does what its argument says, and prints what came of it. */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { runGit } from '../../src/git/command.js';
import { forkServer, startForkServer } from '../../src/process/fork-server/client.js';
import { runProgram } from '../../src/process/run-program.js';
import type { ProgramSpec } from '../../src/process/types.js';

interface Task {
  programs?: ProgramSpec[];
  records?: string;
  git?: { top: string; args: string[] }[];
  /** Says the fork server's pid, and waits. */
  wait?: boolean;
  /** Once the file `go` is there, this program is asked for; says so when the fork server has been told. */
  later?: { go: string; program: ProgramSpec };
}

const task = JSON.parse(process.argv[2] ?? '{}') as Task;
const program = new URL('../../src/fork-server.ts', import.meta.url).pathname;
const tell = (what: unknown) => console.log(JSON.stringify(what));

startForkServer(program, () => tell({ lost: true }));
for (const spec of task.programs ?? []) tell(await runProgram(spec, { records: task.records ?? '' }));
for (const { top, args } of task.git ?? []) {
  const place = { top, env: { PATH: process.env['PATH'] ?? '' } };
  tell(await runGit(place, args).then(({ code, stdout }) => ({ code, stdout: stdout.toString() }), describe));
}
if (task.wait === true) {
  const answer = forkServer()?.call('exit', 1);
  await answer;
  tell({ pid: forkServer()?.pid });
  const { later } = task;
  if (later !== undefined) {
    while (!existsSync(later.go)) await sleep(20);
    void runProgram(later.program, { records: task.records ?? '' });
    setImmediate(() => tell({ asked: true }));
  }
  setInterval(() => undefined, 1_000);
}

function describe(error: unknown): object {
  return { name: (error as Error).name, message: (error as Error).message };
}
