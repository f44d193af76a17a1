import { describe, expect, it } from '@jest/globals';
import { createSummary } from '../../src/agents/summary.js';
import type { AgentEvent, VerdictInput } from '../../src/agents/types.js';
import { agentVerdict } from '../../src/agents/verdict.js';

const now = Date.UTC(2026, 9, 7, 15, 0);
const TOOL: AgentEvent = { type: 'tool', name: 'edit' };
const LIMIT_TEXT = "You've hit your limit · resets 5pm";
const RESET = Date.UTC(2026, 9, 7, 17);

function judge(events: AgentEvent[], more: Partial<VerdictInput> = {}) {
  const summary = createSummary();
  events.forEach((event) => summary.add(event));
  return agentVerdict({
    family: 'claude',
    summary: summary.read(),
    exitCode: 0,
    signal: undefined,
    endedBy: 'itself',
    stderrTail: '',
    treeChanged: true,
    now,
    zone: 'UTC',
    ...more,
  });
}

const end = (ok: boolean, message?: string): AgentEvent => ({
  type: 'end',
  ok,
  ...(message === undefined ? {} : { message }),
});
const error = (message: string): AgentEvent => ({ type: 'error', message });
const text = (said: string): AgentEvent => ({ type: 'text', text: said });

describe('an agent that came to an end', () => {
  it.each<[string, AgentEvent[], Partial<VerdictInput>]>([
    ['with an empty result', [TOOL, end(true)], {}],
    ['whatever its exit code', [TOOL, end(true)], { exitCode: 1 }],
    [
      'before the runner’s timer ended it',
      [TOOL, end(true)],
      { exitCode: undefined, signal: 'SIGTERM', endedBy: 'idle' },
    ],
    ['after errors that it got past', [error('Reconnecting... 1/5'), TOOL, end(true)], {}],
    ['after a limit that it got past', [{ type: 'limit', message: 'x' }, TOOL, end(true)], {}],
    ['after a limit that was over before it stopped', [TOOL, { type: 'limit', message: LIMIT_TEXT }, end(true)], {}],
    ['without a terminal event but cleanly', [TOOL], {}],
    ['without a tool event but with a change', [end(true)], {}],
    ['without a change but with a tool event', [TOOL, end(true)], { treeChanged: false }],
    ['as a text agent', [text('done\n')], { family: 'text' }],
    ['at its own cap on turns', [TOOL, end(false, 'error_max_turns')], { exitCode: 1 }],
    ['at its own cap on turns, by exit code', [TOOL], { family: 'flat', exitCode: 53 }],
  ])('is finished %s', (_name, events, more) => {
    expect(judge(events, more)).toEqual({ kind: 'finished' });
  });

  it.each<[string, AgentEvent[], Partial<VerdictInput>]>([
    ['claude', [text('I am ready.'), end(true, 'I am ready.')], {}],
    ['opencode', [], { family: 'opencode' }],
    ['a text agent', [text('RALPH_COMPLETE\n')], { family: 'text' }],
  ])('did nothing: %s', (_name, events, more) => {
    expect(judge(events, { treeChanged: false, ...more })).toEqual({ kind: 'did-nothing' });
  });
});

describe('a limit', () => {
  it.each<[string, AgentEvent[], Partial<VerdictInput>]>([
    ['in an error result that exits with 0', [TOOL, end(false, LIMIT_TEXT)], {}],
    ['as the whole of an ordinary result', [end(true, LIMIT_TEXT)], {}],
    ['in an error event', [error(LIMIT_TEXT)], { family: 'opencode' }],
    ['on stderr', [TOOL], { exitCode: 1, stderrTail: `at work\n${LIMIT_TEXT}\n` }],
    ['as all that a text agent said', [text(`${LIMIT_TEXT}\n`)], { family: 'text', exitCode: 1, treeChanged: false }],
    ['as an event, with its text in the result', [{ type: 'limit', message: 'Full.' }, end(false, LIMIT_TEXT)], {}],
    ['as an event of an agent that then hung', [{ type: 'limit', message: LIMIT_TEXT }], { endedBy: 'idle' }],
  ])('counts %s', (_name, events, more) => {
    expect(judge(events, more)).toMatchObject({ kind: 'limited', until: RESET });
  });

  it('takes the agent’s own time before its text, one just past at once, and a long past one for unknown', () => {
    const at = now + 1000;
    expect(judge([{ type: 'limit', message: LIMIT_TEXT, resetsAt: at }])).toMatchObject({ until: at });
    expect(judge([{ type: 'limit', message: 'Full.', resetsAt: now - 1 }])).toMatchObject({ until: now - 1 });
    expect(judge([{ type: 'limit', message: 'Full.', resetsAt: now - 3_600_000 }])).toMatchObject({
      kind: 'limited',
      until: undefined,
    });
  });

  it.each<[string, AgentEvent[], Partial<VerdictInput>, string]>([
    ['a line of a longer summary', [TOOL, end(true, `I found this in the log:\n${LIMIT_TEXT}`)], {}, 'finished'],
    [
      'what a failed agent said before',
      [text(`${LIMIT_TEXT}\n`), TOOL, end(false, 'boom')],
      { exitCode: 1 },
      'crashed',
    ],
    ['a line among others of a text agent', [text(`a\n${LIMIT_TEXT}\n`)], { family: 'text', exitCode: 1 }, 'crashed'],
    ['part of a line on stderr', [TOOL], { exitCode: 1, stderrTail: `The log said: ${LIMIT_TEXT}` }, 'crashed'],
    ['the runner’s own timer', [TOOL], { endedBy: 'wall', stderrTail: LIMIT_TEXT, signal: 'SIGTERM' }, 'timed-out'],
    ['the runner’s own silence timer', [TOOL, error('429 Too Many Requests')], { endedBy: 'idle' }, 'timed-out'],
  ])('is not %s', (_name, events, more, kind) => {
    expect(judge(events, more).kind).toBe(kind);
  });
});

describe('an agent that failed', () => {
  it.each<[string, AgentEvent[], Partial<VerdictInput>, string]>([
    ['the service was overloaded', [TOOL, end(false, 'API Error: 529 {"type":"error"}')], {}, 'transient'],
    [
      'the stream broke, on stderr',
      [],
      { exitCode: 1, stderrTail: 'stream disconnected before completion: x' },
      'transient',
    ],
    ['the last error counts, not the first', [error('Overloaded'), error(LIMIT_TEXT)], { exitCode: 1 }, 'limited'],
    ['the last line of stderr counts', [], { exitCode: 1, stderrTail: `Overloaded\n${LIMIT_TEXT}` }, 'limited'],
    ['not logged in, exit 0', [end(false, 'Not logged in · Please run /login')], { treeChanged: false }, 'unusable'],
    [
      'not logged in, as text',
      [text('Invalid API key · Please run /login')],
      { family: 'text', exitCode: 1 },
      'unusable',
    ],
    ['not logged in, by exit code', [], { family: 'flat', exitCode: 41, treeChanged: false }, 'unusable'],
    [
      'a flag that is gone',
      [],
      { exitCode: 1, stderrTail: "error: unknown option '--x'", treeChanged: false },
      'unusable',
    ],
    ['a worker’s stderr after work', [TOOL], { exitCode: 1, stderrTail: "error: unknown option '--x'" }, 'crashed'],
    ['no such command', [], { family: 'text', exitCode: 127, treeChanged: false }, 'unusable'],
    ['127 after work', [], { family: 'text', exitCode: 127 }, 'crashed'],
    [
      'a program that can’t be started',
      [],
      { exitCode: undefined, spawnError: 'There is no program "x".' },
      'unusable',
    ],
    ['killed by the system', [TOOL], { exitCode: undefined, signal: 'SIGKILL' }, 'crashed'],
    ['cancelled', [TOOL], { exitCode: undefined, signal: 'SIGTERM', endedBy: 'cancel' }, 'crashed'],
    ['an error, then a clean exit', [TOOL, error('ContextOverflow')], { family: 'opencode' }, 'crashed'],
    ['a plain failure', [text('no')], { family: 'text', exitCode: 3 }, 'crashed'],
  ])('%s', (_name, events, more, kind) => {
    expect(judge(events, more).kind).toBe(kind);
  });

  it.each<[AgentEvent[], Partial<VerdictInput>, string]>([
    [[error('first'), end(false, 'the end')], {}, 'The agent failed (exit code 0). Its last words: the end'],
    [[error('first'), error('last')], { exitCode: 2 }, 'The agent failed (exit code 2). Its last words: last'],
    [[], { exitCode: undefined, signal: 'SIGSEGV' }, 'The agent died of SIGSEGV.'],
    [
      [],
      { endedBy: 'wall', stderrTail: 'waiting\n\n' },
      'The agent used up its time and was ended. Its last words: waiting',
    ],
  ])('says what happened (%#)', (events, more, message) => {
    expect(judge(events, more)).toMatchObject({ message });
  });
});
