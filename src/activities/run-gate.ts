/** Validate: one gate of the increment, in a bash of its own, judged by what it did. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { judge } from '../gates/judge.js';
import type { CommandGate, Verdict } from '../gates/types.js';
import { readTail } from '../process/tail.js';
import { gateFiles, gateOutcome, type GateFiles } from '../workspace/gate-output.js';
import { expectOutput, gateOutput } from '../workspace/mask-files.js';
import { hold, type Deps } from './context.js';
import { crashPoint } from './crash-point.js';
import { commandGates, makeAttemptFolder, readPinned } from './iteration-file.js';
import { maskOutput } from './mask-output.js';
import { reap, supervise } from './supervise.js';
import type { GateInput, GateResult } from './types.js';

const tailBytes = 2_048;

/**
 * A round starts with nothing of an earlier one running; a server that one gate leaves lives until the round's last
 * gate, since a later one may need it.
 */
export async function runGate(
  deps: Deps,
  { ref, settings, attempt, index, first, last }: GateInput,
): Promise<GateResult> {
  const held = await hold(deps, ref);
  if (first) await reap(held, settings);
  const gate = commandGates(await readPinned(held, ref))[index];
  if (gate === undefined) throw new Error(`Iteration ${ref.iteration} of ${ref.planFolder} has no gate ${index + 1}.`);
  const folder = await makeAttemptFolder(held, ref, attempt);
  await expectOutput(folder);
  const files = gateFiles(folder, index);
  const result = await supervise(
    held,
    {
      command: gate.command,
      cwd: held.checkout.top,
      env: { ...held.runFile.env, CI: '1', GIT_TERMINAL_PROMPT: '0' },
      stdoutFile: files.stdout,
      stderrFile: files.stderr,
      run: ref.run,
      wallMs: settings.gateWallMs,
      graceMs: settings.graceMs,
      purpose: `gate ${index + 1} of ${ref.increment}`,
      ...(last ? { sweep: true } : { keepStrays: true }),
    },
    { phase: 'gate', what: gate.command.slice(0, 200), logFile: files.report },
  );
  const verdict = judge(gate, await gateOutcome(result, files, settings.gateWallMs));
  const tail = await tailOf(files);
  writeFileSync(files.report, report(gate, verdict, files, tail), { mode: 0o600 });
  crashPoint(deps.state, 'after-gate');
  // A server that one gate left may write on until now.
  if (last) await maskOutput(held, folder, gateOutput);
  return {
    passed: verdict.passed,
    what: gate.command.slice(0, 500),
    sentence: verdict.sentence,
    tail: verdict.passed ? '' : tail,
    logFile: files.report,
    fingerprint: fingerprint(verdict.sentence, tail),
    durationMs: result.durationMs,
  };
}

/** Times and process ids differ from run to run; the verdict's own numbers count. */
function fingerprint(sentence: string, output: string): string {
  const lasting = `${sentence}\n${output.replace(/\d+/g, '0')}`;
  return createHash('sha256').update(lasting).digest('hex').slice(0, 16);
}

/** Standard error says why more often than not, so it comes last, next to the prompt. */
async function tailOf(files: GateFiles): Promise<string> {
  const stderr = await readTail(files.stderr, tailBytes / 2);
  const stdout = await readTail(files.stdout, tailBytes - Buffer.byteLength(stderr));
  return [stdout, stderr].filter((text) => text.trim() !== '').join('\n');
}

function report(gate: CommandGate, verdict: Verdict, files: GateFiles, tail: string): string {
  return [
    `$ ${gate.command}`,
    `${gate.reading}`,
    `${verdict.passed ? 'passed' : 'FAILED'}: ${verdict.sentence}`,
    `stdout: ${files.stdout}`,
    `stderr: ${files.stderr}`,
    '',
    tail,
    '',
  ].join('\n');
}
