/** What the scripted agent is to do, per increment and attempt. Text in, a checked script out. */
import { parse } from 'yaml';
import { z } from 'zod';

const count = z.int().min(1);

const turnSchema = z.strictObject({
  /** So many attempts in a row; 1 unless said. The last turn serves all that come after it. */
  times: count.optional(),
  /** Refused by a limit first, so many times (1 unless said), which resets after these seconds. */
  limit: z.strictObject({ seconds: z.number().positive(), times: count.default(1) }).optional(),
  /** Fails first, so many times, because the service is overloaded. */
  overloaded: count.optional(),
  say: z.array(z.string()).default([]),
  /** Text by path, from the top of the checkout. */
  write: z.record(z.string(), z.string()).default({}),
  remove: z.array(z.string()).default([]),
  /** A unified diff, for `git apply`. */
  patch: z.string().optional(),
  /** Marks the increment done in the plan and says that all is complete. */
  lie: z.boolean().default(false),
  deletePlan: z.boolean().default(false),
  /** MiB of noise on standard output. */
  flood: z.number().positive().optional(),
  /** Leaves a program running that has left its group. */
  orphan: z.boolean().default(false),
  /** Never ends. */
  hang: z.boolean().default(false),
  /** Ends as an error. */
  fail: z.boolean().default(false),
  report: z
    .strictObject({
      learnings: z.array(z.string()).optional(),
      criteria: z.array(z.string()).optional(),
      blocked: z.string().optional(),
    })
    .optional(),
  usage: z
    .strictObject({
      inputTokens: z.int().min(0).default(0),
      outputTokens: z.int().min(0).default(0),
      costUsd: z.number().min(0).default(0),
    })
    .prefault({}),
});

const scriptSchema = z.record(z.string(), z.union([turnSchema, z.array(turnSchema).min(1)]));

/** One attempt of the scripted agent; its parts happen in the order in which they are documented. */
export type Turn = z.infer<typeof turnSchema>;
/** By increment id; `default` serves the increments that are not named. */
export type Script = z.infer<typeof scriptSchema>;

/** The script can't be read; the message says where. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
  readonly code = 'script';
  readonly hint = 'docs/agents.md describes scripts.';
}

/**
 * @param text YAML or JSON
 * @param file named in messages
 * @throws ScriptError for text that is neither, an unknown field, a value of the wrong kind
 */
export function parseScript(text: string, file: string): Script {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw new ScriptError(`The script ${file} is neither YAML nor JSON: ${(error as Error).message}`);
  }
  const result = scriptSchema.safeParse(value);
  if (result.success) return result.data;
  throw new ScriptError(`The script ${file} has mistakes:\n${z.prettifyError(result.error)}`);
}

/** The turn for an attempt (from 1); `undefined` when the script has nothing for this increment. */
export function turnFor(script: Script, increment: string, attempt: number): Turn | undefined {
  const entry = Object.hasOwn(script, increment) ? script[increment] : script['default'];
  if (entry === undefined) return undefined;
  const turns = Array.isArray(entry) ? entry : [entry];
  let last = 0;
  return turns.find((turn) => (last += turn.times ?? 1) >= attempt) ?? turns.at(-1);
}
