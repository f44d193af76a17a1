import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parsePlan } from '../../src/documents/parse-plan.js';
import { parsePrd } from '../../src/documents/parse-prd.js';
import { judge } from '../../src/gates/judge.js';
import { readGate } from '../../src/gates/read-gate.js';
import type { CommandGate } from '../../src/gates/types.js';
import { auditPlan } from '../../src/workspace/audit.js';
import { makeRepository, type TestRepository } from './repository.js';

const examples = [
  { name: 'text-kit', number: '0001', from: 'examples/text-kit', solutions: 'examples/text-kit-solutions' },
  {
    name: 'plan-tools',
    number: '0012',
    from: 'test/fixtures/loop/twelve/repository',
    solutions: 'test/fixtures/loop/twelve/solutions',
  },
];
const project = fileURLToPath(new URL('../../', import.meta.url));
const knowsProgram = () => true;

describe.each(examples)('the example $name', ({ name, number, from, solutions }) => {
  const plan = `docs/exec-plans/active/${number}_exec_${name}.md`;
  const prd = `docs/product-specs/${number}_prd_${name}.md`;
  let repository: TestRepository;
  beforeAll(async () => {
    repository = await makeRepository({ from: join(project, from), number, slug: name });
  });
  afterAll(() => repository.remove());

  test('has nothing that an audit would doubt', async () => {
    const planText = await repository.read(plan);
    const facts = {
      knowsProgram,
      planText,
      pathExists: (path: string) => existsSync(join(repository.dir, path)),
      activeFolder: 'docs/exec-plans/active',
      completedPlan: `docs/exec-plans/completed/${number}_exec_${name}.md`,
      peerReview: undefined,
    };
    const { findings } = auditPlan({
      plan: parsePlan(planText, plan),
      prd: parsePrd(await repository.read(prd), prd),
      options: { allowManual: false, needsPrd: true },
      facts,
    });
    expect(findings.filter(({ level }) => level !== 'info')).toEqual([]);
  });

  test('has gates that are red before the work and green after it', async () => {
    const { increments } = parsePlan(await repository.read(plan), plan).value;
    const seen = increments.map(({ id, gates }) => {
      const commands = gates.map(({ text }) => readGate(text, knowsProgram)).filter((gate) => gate.kind === 'command');
      const before = commands.map((gate) => passes(gate));
      const agent = work(id, 1, 'do it');
      const after = commands.map((gate) => passes(gate));
      if (after.every(Boolean)) return { id, before, agent, after };
      const repair = work(id, 2, commands.map(output).join('\n'));
      return { id, before, agent: repair, after: commands.map((gate) => passes(gate)) };
    });
    expect(seen).toEqual(
      seen.map(({ id, before }) => ({
        id,
        before: before.map(() => false),
        agent: 0,
        after: before.map(() => true),
      })),
    );
    expect(seen.flatMap(({ before }) => before).length).toBeGreaterThanOrEqual(12);
  }, 120_000);

  function passes(gate: CommandGate): boolean {
    const { status, signal, stdout } = run(gate);
    const lines = stdout.split('\n').filter((line) => line.trim() !== '');
    return judge(gate, {
      exitCode: status ?? undefined,
      signal: signal ?? undefined,
      timedOut: false,
      printed: lines.length > 0,
      lastLine: lines.at(-1) ?? '',
    }).passed;
  }

  function output(gate: CommandGate): string {
    const { stdout, stderr } = run(gate);
    return stdout + stderr;
  }

  function run(gate: CommandGate) {
    return spawnSync('bash', ['-c', gate.command], { cwd: repository.dir, encoding: 'utf8', env: environment() });
  }

  /** The exit code of the scripted agent. */
  function work(increment: string, attempt: number, prompt: string): number | null {
    const variables = { RALPH_INCREMENT: increment, RALPH_ATTEMPT: String(attempt), RALPH_DEMO_PACE: '0' };
    const args = [join(project, 'examples/scripted-agent.mjs'), join(project, solutions)];
    const env = { ...environment(), ...variables };
    return spawnSync(process.execPath, args, { cwd: repository.dir, input: prompt, env }).status;
  }
});

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, NODE_OPTIONS: '' };
}
