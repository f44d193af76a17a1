/** Programs that take a finished plan to its remote: supervised, their output kept, a failing one told in a sentence. */
import { ApplicationFailure } from '@temporalio/activity';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readTail } from '../process/tail.js';
import type { Held } from './context.js';
import { supervise } from './supervise.js';
import type { Failure, RunSettings } from './types.js';

const tailBytes = 2_048;

/** What keeps the plan from being published, for a person to mend. */
export class PublishProblem extends Error {
  override readonly name = 'PublishProblem';

  constructor(readonly failure: Failure) {
    super(failure.sentence);
  }
}

export interface Extras {
  stdinFile?: string;
  env?: Record<string, string>;
}

export class Publication {
  private constructor(
    private readonly held: Held,
    private readonly settings: RunSettings,
    /** Of the output, and of what the programs are given. */
    readonly folder: string,
  ) {}

  static async open(held: Held, settings: RunSettings): Promise<Publication> {
    const folder = join(held.folder.path, 'publish');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new Publication(held, settings, folder);
  }

  get plan(): string {
    return this.held.ref.planFolder;
  }

  /**
   * @throws ApplicationFailure `Interrupted` when a signal from elsewhere ends it; the step is then repeated
   * @param name of its output files, and of the step for those who look
   * @param args `undefined`: `command` is a line for the shell
   */
  async run(
    name: string,
    command: string,
    args: string[] | undefined,
    { stdinFile, env }: Extras = {},
  ): Promise<{ ok: boolean; stdout: string; failure: Failure }> {
    const { held, settings, folder } = this;
    const stdout = join(folder, `${name}.stdout.log`);
    const stderr = join(folder, `${name}.stderr.log`);
    const what = [command, ...(args ?? []).slice(0, 2)].join(' ');
    const result = await supervise(
      held,
      {
        command,
        ...(args === undefined ? {} : { args }),
        cwd: held.checkout.top,
        env: { ...held.checkout.env, GH_PROMPT_DISABLED: '1', ...env },
        ...(stdinFile === undefined ? {} : { stdinFile }),
        stdoutFile: stdout,
        stderrFile: stderr,
        run: held.ref.run,
        wallMs: settings.gateWallMs,
        graceMs: settings.graceMs,
        purpose: `publish: ${what}`.slice(0, 200),
      },
      { phase: 'publish', what, logFile: stderr },
    );
    // Somebody killed it: it may have done its work, or not, and says nothing about what is to be mended.
    if (result.endedBy === 'itself' && result.signal !== undefined) {
      throw ApplicationFailure.retryable(`\`${what}\` was ended by ${result.signal}.`, 'Interrupted');
    }
    const why = result.spawnError ?? (result.endedBy === 'wall' ? 'it took too long' : `exit code ${result.exitCode}`);
    const tail = (await readTail(stderr, tailBytes)) || (await readTail(stdout, tailBytes));
    const failure = { what, sentence: `\`${what}\` failed: ${why}.`, tail, logFile: stderr };
    return { ok: result.exitCode === 0, stdout, failure };
  }

  /** @returns file of its standard output @throws PublishProblem when it fails */
  async must(name: string, command: string, args: string[] | undefined, extras: Extras = {}): Promise<string> {
    const { ok, stdout, failure } = await this.run(name, command, args, extras);
    if (!ok) throw new PublishProblem(failure);
    return stdout;
  }
}
