// Waits for the end of standard input, that is of the test process that started it; then stops the service of the given
// state folder, ends whatever still works for it, and removes the folder.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [stateDir] = process.argv.slice(2);
const project = fileURLToPath(new URL('../..', import.meta.url));

process.stdin.resume().on('end', () => {
  const client = process.env.RALPH_TEST_BUILT ? ['dist/client.js'] : ['--import', 'tsx', 'src/client.ts'];
  spawnSync(process.execPath, [...client, 'down'], {
    cwd: project,
    env: { ...process.env, NODE_OPTIONS: '', RALPH_STATE_DIR: stateDir },
    stdio: 'ignore',
    timeout: 60_000,
  });
  for (const pid of processesOf(stateDir)) end(pid);
  rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 });
});

function processesOf(folder) {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .filter((pid) => environmentOf(pid).includes(`RALPH_STATE_DIR=${folder}`))
    .map(Number);
}

function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return []; // Gone meanwhile, or not ours to read.
  }
}

function end(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone meanwhile.
  }
}
