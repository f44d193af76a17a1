/** Settings from flags, environment, the repository, the user and defaults, in that order. */
import { cosmiconfig } from 'cosmiconfig';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { UserError, messageOf } from './errors.js';

const unitMs: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** `90s`, `30m`, `2h`, or a number of milliseconds. */
const duration = z.union([z.number().int().positive(), z.string()]).transform((value, context) => {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)$/.exec(String(value).trim());
  const ms = typeof value === 'number' ? value : Number(match?.[1]) * (unitMs[match?.[2] ?? ''] ?? Number.NaN);
  if (Number.isFinite(ms) && ms > 0) return Math.round(ms);
  context.addIssue({ code: 'custom', message: `"${value}" is no duration; write 90s, 30m or 2h` });
  return z.NEVER;
});

const agentFields = z.strictObject({
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  promptVia: z.enum(['stdin', 'file-argument']).optional(),
  modelArgs: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  unsetEnv: z.array(z.string()).optional(),
  family: z.enum(['claude', 'codex', 'flat', 'opencode', 'copilot', 'text']).optional(),
  streams: z.boolean().optional(),
});

const budget = z.strictObject({
  /** US dollars. */
  costUsd: z.number().positive().optional(),
  /** In and out. */
  tokens: z.number().int().positive().optional(),
  /** Of working agents. */
  minutes: z.number().positive().optional(),
  /** Starts of agents. */
  agents: z.number().int().positive().optional(),
});

/** Every setting; docs/configuration.md describes them. */
export const configSchema = z.strictObject({
  agent: z.string().optional(),
  agentCommand: z.string().optional(),
  model: z.string().optional(),
  /** What the agent `scripted` plays; from the repository's top when it is relative. */
  script: z.string().optional(),
  /** By name: fields that replace a preset's, or an agent of one's own. */
  agents: z.record(z.string(), agentFields).default({}),
  /** Template of the prompt; from the folder of the configuration file when it is relative. */
  promptFile: z.string().min(1).optional(),
  docsRoot: z.string().default('docs'),
  prd: z.boolean().default(true),
  allowManual: z.boolean().default(false),
  archive: z.boolean().default(true),
  /** Commands that must be green before a run begins; without it the repository's own test command. `[]`: none. */
  verify: z.array(z.string().min(1)).optional(),
  /** Begin although they are red. */
  allowRed: z.boolean().default(false),
  /** Shell line that is told in JSON on standard input when a run waits or ends. */
  notify: z.string().min(1).optional(),
  /** Push the plan's branch when the plan is complete. */
  push: z.boolean().default(false),
  /** And open a pull request for it. */
  pr: z.boolean().default(false),
  /** Shell line that opens it; without it the GitHub CLI `gh`. */
  prCommand: z.string().min(1).optional(),
  maxIterations: z.number().int().min(1).default(50),
  /** What agents may use before the run waits for a person. */
  budgets: z.strictObject({ increment: budget.optional(), run: budget.optional(), day: budget.optional() }).default({}),
  /** Which variables of the starting user's agents and gates get. */
  env: z
    .strictObject({ deny: z.array(z.string()).default([]), allowOnly: z.array(z.string()).optional() })
    .prefault({}),
  maxRetries: z.number().int().min(0).default(3),
  maxInterruptions: z.number().int().min(1).default(5),
  agentTimeout: duration.default(2 * 3_600_000),
  agentIdleTimeout: duration.default(30 * 60_000),
  gateTimeout: duration.default(30 * 60_000),
  grace: duration.default(10_000),
  /** After an agent has told its end, before its program is ended. */
  resultGrace: duration.default(20_000),
  /** Waited beyond the time at which an agent's limit is said to end. */
  limitMargin: duration.default(60_000),
  /** Waited for a limit whose end is not known. */
  limitWait: duration.default(30 * 60_000),
  /** After the first passing trouble of an agent's service; doubled each time, to at most ten minutes. */
  backOff: duration.default(30_000),
  /** How soon a dead worker is noticed. */
  heartbeatTimeout: duration.default(30_000),
});

export type Config = z.infer<typeof configSchema>;
/** What flags and files may say. */
export type ConfigInput = z.input<typeof configSchema>;

/**
 * @param top folder whose `ralph.config.*` counts; `undefined` outside a repository
 * @param flags values given on the command line; `undefined` ones are no values
 * @throws UserError `config` naming the file or flag and the field
 */
export async function loadConfig(
  top: string | undefined,
  flags: Partial<Record<keyof ConfigInput, unknown>>,
  env: NodeJS.ProcessEnv,
): Promise<Config> {
  const user = await readFrom(join(env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'ralph'), 'config');
  const repository = top === undefined ? undefined : await readFrom(top, 'ralph.config');
  const layers = [
    { source: 'RALPH_DEFAULT_AGENT', values: defined({ agent: env['RALPH_DEFAULT_AGENT'] }) },
    user,
    repository,
    { source: 'environment', values: fromEnvironment(env) },
    { source: 'flags', values: defined(flags) },
  ];
  const merged: Record<string, unknown> = {};
  for (const layer of layers) {
    if (layer === undefined) continue;
    check(layer.source, layer.values);
    Object.assign(merged, layer.values);
    // A command on a nearer layer is meant instead of a farther layer's name, and the other way round.
    if ('agentCommand' in layer.values && !('agent' in layer.values)) delete merged['agent'];
    if ('agent' in layer.values && !('agentCommand' in layer.values)) delete merged['agentCommand'];
  }
  return configSchema.parse(merged);
}

interface Layer {
  source: string;
  values: Record<string, unknown>;
}

async function readFrom(folder: string, name: string): Promise<Layer | undefined> {
  const explorer = cosmiconfig('ralph', {
    searchPlaces: ['json', 'yaml', 'yml', 'js', 'mjs'].map((extension) => `${name}.${extension}`),
    searchStrategy: 'none',
  });
  try {
    const found = await explorer.search(folder);
    if (!found || found.isEmpty) return undefined;
    return {
      source: found.filepath,
      values: fromFolder(dirname(found.filepath), found.config as Record<string, unknown>),
    };
  } catch (error) {
    throw new UserError(
      'config',
      `The configuration in ${folder} can't be read: ${messageOf(error)}`,
      'Mend that file.',
    );
  }
}

/** A path in a file is meant from there. */
function fromFolder(folder: string, config: Record<string, unknown>): Record<string, unknown> {
  const { promptFile } = config;
  return typeof promptFile === 'string' && promptFile !== ''
    ? { ...config, promptFile: resolve(folder, promptFile) }
    : config;
}

function fromEnvironment(env: NodeJS.ProcessEnv): Record<string, unknown> {
  return defined({ agent: env['RALPH_AGENT'], agentCommand: env['RALPH_AGENT_COMMAND'], model: env['RALPH_MODEL'] });
}

function check(source: string, values: Record<string, unknown>): void {
  const result = configSchema.safeParse(values);
  if (result.success) return;
  const issues = result.error.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`).join('; ');
  throw new UserError('config', `Bad settings in ${source}: ${issues}.`, 'docs/configuration.md lists all settings.');
}

function defined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
