import type { EndedBy } from '../process/types.js';
import { describeCrash, failureWord } from './failure.js';
import { isLimitText } from './limit-texts.js';
import { inFuture, resetTime } from './reset-time.js';
import type { AgentVerdict, VerdictInput } from './types.js';

/**
 * What an agent run came to. Structure decides first; texts count only as whole lines of error and result events or of
 * stderr; a stop by the runner's own timer is no limit; an exit code alone proves neither success nor failure. Pure.
 */
export function agentVerdict(input: VerdictInput): AgentVerdict {
  const { summary, endedBy, spawnError } = input;
  if (spawnError !== undefined) return { kind: 'unusable', message: spawnError };
  if (summary.limit !== undefined && summary.end?.ok !== true) return limited(input, summary.limit.message);
  if (summary.end === undefined && endedBy !== 'itself') return stopped(endedBy, input);
  return succeeded(input) ? finished(input) : failed(input);
}

/** A terminal event has the last word. Without one, a clean exit counts, unless an error came before it. */
function succeeded({ summary, exitCode, signal }: VerdictInput): boolean {
  if (summary.end !== undefined) return summary.end.ok;
  return exitCode === 0 && signal === undefined && summary.errors.length === 0;
}

function finished(input: VerdictInput): AgentVerdict {
  const words = closingWords(input);
  // Some versions report a limit as an ordinary result. Only as all that was said: a summary may quote such a line.
  if (words !== undefined && !words.includes('\n') && isLimitText(words)) return limited(input, words);
  return input.summary.toolCount === 0 && !input.treeChanged ? { kind: 'did-nothing' } : { kind: 'finished' };
}

function failed(input: VerdictInput): AgentVerdict {
  const word = failureWord(input, closingWords(input));
  switch (word?.kind) {
    case 'limited':
      return limited(input, word.text);
    case 'transient':
    case 'unusable':
      return { kind: word.kind, message: word.text };
    case 'turns':
      // It used up its turns, not its chance: the gates say what the work is worth.
      return finished(input);
    case undefined:
      return { kind: 'crashed', message: describeCrash(input) };
  }
}

/** Agents are told of a limit late, or tell of it late: a reset so long ago is one to be used at once. Milliseconds. */
const LATE_MS = 5 * 60_000;

/** The agent's own time counts before what the text says; what is long past is as good as unknown. */
function limited({ summary, now, zone }: VerdictInput, message: string): AgentVerdict {
  const texts = [message, summary.end?.message ?? '', ...summary.errors.toReversed()];
  const said = texts.map((text) => resetTime(text, now, zone)).find((time) => time !== undefined);
  return { kind: 'limited', until: inFuture(summary.limit?.resetsAt, now - LATE_MS) ?? said, message };
}

function stopped(endedBy: Exclude<EndedBy, 'itself'>, input: VerdictInput): AgentVerdict {
  const why: Record<typeof endedBy, string> = {
    wall: 'The agent used up its time and was ended',
    idle: 'The agent printed nothing for so long that it was ended',
    cancel: 'The agent was ended before it was done',
    request: 'The agent was ended before it was done',
  };
  return {
    kind: endedBy === 'wall' || endedBy === 'idle' ? 'timed-out' : 'crashed',
    message: describeCrash(input, why[endedBy]),
  };
}

/** The result's text. A text agent has none; all that it said stands for it if that is one line. */
function closingWords({ family, summary }: VerdictInput): string | undefined {
  if (summary.end !== undefined) return summary.end.message?.trim();
  const said = summary.lastText.trim();
  return family === 'text' && said !== '' && !said.includes('\n') ? said : undefined;
}
