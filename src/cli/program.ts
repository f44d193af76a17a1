/** The command line: names, flags and help. Each command is loaded when it is called, so that `ralph` starts fast. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { budgetAmount, positiveAmount } from './budget-flags.js';
import type { ExitCode } from './exit-codes.js';

/** What a command is run with besides its own arguments. */
export type Finish = (code: ExitCode) => void;

/** @param finish receives the exit code of the command that ran */
export function createProgram(finish: Finish): Command {
  const program = new Command('ralph')
    .description('Runs coding agents through a written plan, unattended, as a durable Temporal workflow.')
    .configureHelp({ sortSubcommands: false })
    .showHelpAfterError('(ralph --help shows all commands)')
    .enablePositionalOptions();
  const run =
    <A extends unknown[]>(command: (...args: A) => Promise<ExitCode>) =>
    async (...args: A): Promise<void> =>
      finish(await command(...args));

  inRepository(program.command('start'))
    .summary('audit a plan, start its run and follow it')
    .argument('<plan>', '0001, 0001_slug, or a path')
    .option('--agent <name>', 'claude, codex, gemini, … or an agent of the configuration')
    .option('--agent-command <cmd>', 'any program; it gets the prompt on standard input')
    .option('--model <name>', 'model for the agent')
    .option('--script <file>', 'what the agent `scripted` plays')
    .option('--max-iterations <n>', 'iterations before the run waits (50)', positive)
    .option('--max-retries <n>', 'fixes after a failed gate (3)', whole)
    .option('--budget-cost <usd>', 'US dollars that the agents of the run may cost before it waits', positiveAmount)
    .option('--budget-tokens <n>', 'tokens that they may use', positive)
    .option('--budget-minutes <n>', 'minutes that they may work', positiveAmount)
    .option('--budget-agents <n>', 'how many of them may be started', positive)
    .option('--prd', 'the plan has a PRD, whatever the configuration says')
    .option('--no-prd', 'run a plan that has no PRD, or leave its PRD alone')
    .option('--allow-manual', 'accept increments without a gate that is a command')
    .option('--allow-red', "start although the repository's tests, or the commands of `verify`, are red")
    .option('--baseline', 'show which gates are green before any work')
    .option('--no-archive', 'leave the finished plan in its workspace')
    .option('--push', "push the plan's branch when the plan is complete")
    .option('--pr', 'push it and open a pull request, with the GitHub CLI or the prCommand of the configuration')
    .option('--notify <cmd>', 'shell line that is told in JSON on standard input when the run waits or ends')
    .option('--once', 'one iteration, then RALPH_COMPLETE on a line of standard output')
    .option('--detach', 'return at once; the run goes on')
    .option('--json', 'the outcome as JSON on standard output')
    .action(run(async (plan: string, options: object) => (await import('./start.js')).start(plan, chosen(options))));

  inRepository(program.command('status'))
    .summary('where a run stands, what it does, what it waits for')
    .argument('[plan]', 'without it: all runs')
    .option('--json', 'as JSON')
    .action(
      run(async (plan: string | undefined, options: object) => (await import('./status.js')).status(plan, options)),
    );

  program
    .command('list')
    .summary('all runs')
    .option('--json', 'as JSON')
    .action(run(async (options: object) => (await import('./list.js')).list(options)));

  inRepository(program.command('logs'))
    .summary('what agents and gates printed')
    .argument('<plan>', '0001, 0001_slug, or a path')
    .argument('[increment]', 'without it: what runs right now, or a list of what there is')
    .option('--attempt <n>', 'that one instead of the newest; 0: gates without an agent', whole)
    .option('--follow', 'go on with what comes, until the run has ended')
    .option('--raw', "the agent's own stream, as it came")
    .action(
      run(async (plan: string, increment: string | undefined, options: object) =>
        (await import('./logs.js')).logs(plan, increment, options),
      ),
    );

  inRepository(program.command('resume'))
    .summary('let a waiting run go on, and follow it')
    .argument('<plan>')
    .option('--note <text>', 'what the next agent should know')
    .option('--accept', 'complete an increment that changed nothing')
    .option('--max-iterations <n>', 'new cap on iterations', positive)
    .option('--budget <amount>', 'new budget, like run.costUsd=20; may be given several times', budgetAmount)
    .option('--detach', 'return at once')
    .option('--json', 'the outcome as JSON')
    .action(run(async (plan: string, options: object) => (await import('./resume.js')).resume(plan, options)));

  inRepository(program.command('pause'))
    .summary('wait after the current step')
    .argument('<plan>')
    .option('--json', 'as JSON')
    .action(run(async (plan: string, options: object) => (await import('./steer.js')).pause(plan, options)));

  inRepository(program.command('guide'))
    .summary("put a note into the next agent's prompt")
    .argument('<plan>')
    .argument('<text>')
    .option('--json', 'as JSON')
    .action(
      run(async (plan: string, text: string, options: object) =>
        (await import('./steer.js')).guide(plan, text, options),
      ),
    );

  inRepository(program.command('cancel'))
    .summary('end a run; half-made work is saved')
    .argument('<plan>')
    .option('--json', 'as JSON')
    .action(run(async (plan: string, options: object) => (await import('./cancel.js')).cancel(plan, options)));

  inRepository(program.command('audit'))
    .summary('how a plan and its gates are read, and what is wrong with them')
    .argument('<plan>', '0001, 0001_slug, or a file')
    .option('--run-gates', 'run the gates of open increments, and put the checkout back')
    .option('--prd', 'the plan needs a PRD, whatever the configuration says')
    .option('--no-prd', 'the plan needs no PRD')
    .option('--allow-manual', 'accept increments without a gate that is a command')
    .option('--json', 'as JSON')
    .action(run(async (plan: string, options: object) => (await import('./audit.js')).audit(plan, chosen(options))));

  program
    .command('doctor')
    .summary('what this machine has and lacks, and how to mend it')
    .option('--json', 'as JSON')
    .action(run(async (options: object) => (await import('./doctor.js')).doctor(options)));
  inRepository(program.command('archive'))
    .summary('archive a complete plan that was left in its workspace')
    .argument('<plan>')
    .option('--json', 'the outcome as JSON')
    .action(run(async (plan: string, options: object) => (await import('./archive.js')).archive(plan, options)));

  inRepository(program.command('init'))
    .summary('write a PRD and a plan to begin with')
    .option('--title <text>', 'what is to be built')
    .option('--number <n>', 'number of plan and PRD (the next free one)', positive)
    .addOption(
      new Option('--prompt', "write the built-in prompt's template instead, to be changed").conflicts([
        'title',
        'number',
      ]),
    )
    .action(run(async (options: object) => (await import('./init.js')).init(options)));

  program
    .command('up')
    .summary('start server and worker')
    .option('--at-login', 'and from now on at each login (systemd, launchd)')
    .addOption(new Option('--foreground', 'stay and keep both alive, for service managers').conflicts('atLogin'))
    .option('--json', 'as JSON')
    .action(run(async (options: object) => (await import('./service-commands.js')).up(options)));
  program
    .command('down')
    .summary('stop worker and server; runs stay open')
    .option('--at-login', 'and no longer start them at login')
    .option('--json', 'as JSON')
    .action(run(async (options: object) => (await import('./service-commands.js')).down(options)));
  program
    .command('worker')
    .summary('a worker in the foreground')
    .option('--agent-slots <n>', 'agents at once (half the cores)', positive)
    .action(run(async (options: object) => (await import('./worker.js')).worker(options)));
  return program;
}

function inRepository(command: Command): Command {
  return command.addOption(new Option('--repo <dir>', 'the repository (default: the current one)'));
}

/** Commander sets `--no-archive` to true when it isn't given; a configuration file may say otherwise. */
function chosen<T extends object>(options: T): T {
  const { archive, ...rest } = options as { archive?: boolean };
  return { ...rest, ...(archive === false ? { archive } : {}) } as T;
}

function positive(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A whole number from 1 is needed.');
}

function whole(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A whole number is needed.');
}
