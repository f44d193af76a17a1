import { stripVTControlCharacters } from 'node:util';

/**
 * What a line of an agent's error means: out of quota until some time; a passing trouble of the service; needs a person;
 * or the agent's own cap on its turns.
 */
export type TextKind = 'limited' | 'transient' | 'unusable' | 'turns';

/**
 * Wordings as data; they change every few weeks. Each must match a whole line, as normaliseLine() leaves it (lower case,
 * straight apostrophes, "error:" taken off), so that prose which quotes one doesn't. The first that matches decides.
 */
const PATTERNS: readonly (readonly [TextKind, RegExp])[] = [
  // Claude Code, Codex, Cursor: "You've hit your weekly limit · resets Oct 12, 4am".
  [
    'limited',
    /^you've (?:hit|reached|exceeded) your (?:[\w-]+ ){0,3}limits?(?:[.!]| · .*|[.!] .*\b(?:try again|upgrade|resets?|purchase|visit|contact)\b.*)?$/,
  ],
  // Claude Code's older ones, opencode: "Session limit reached · resets 4am", "… usage limit reached|1760000000".
  [
    'limited',
    /^(?:[\w-]+ ){0,3}(?:usage|session|weekly|daily|monthly|5-hour|opus|sonnet) limit reached(?:\|\d+|[.!]| · .*|[.!,;:]? .*\b(?:resets?|again|retry|upgrade)\b.*)?$/,
  ],
  // Gemini: "You have exhausted your daily quota on this model.", "… Please retry in 34.07s".
  [
    'limited',
    /^you have exhausted your (?:\w+ )?(?:quota|capacity)(?: on this model)?(?:\.|\. (?:your quota|please) .*)?$/,
  ],
  [
    'limited',
    /^(?:quota exceeded|you exceeded your current quota|resource (?:has been )?exhausted)(?:[.,:;] .*| for .*)?$/,
  ],
  ['limited', /^please retry in [\d.]+ ?m?s\.?$/],
  // Codex: "exceeded retry limit, last status: 429 Too Many Requests"; Claude Code: "API Error: 529 {…}".
  [
    'transient',
    /^(?:exceeded retry limit, |unexpected |last )*(?:status(?: code)?:? )?(?:429|5\d\d)(?:$|[:,]? ?[{(].*|[:,]? (?:too many requests|overloaded|internal server error|bad gateway|service unavailable|gateway time-?out|server error|status code)\b.*)$/,
  ],
  ['transient', /^(?:too many requests|overloaded(?:_error)?|rate limit reached for \S+)(?:[.:;,]? .*|\.)?$/],
  [
    'transient',
    /^(?:the |this )?(?:model|server|service|api|engine) is (?:currently |temporarily )?(?:overloaded|unavailable)\b.*$/,
  ],
  ['transient', /^stream (?:disconnected|closed) before completion\b.*$/],
  ['transient', /^(?:reconnecting\.\.\. .*\()?stream disconnected\b.*$/],
  [
    'transient',
    /^(?:we're|we are|this model is|the model is|our servers are) (?:currently )?experiencing high demand\b.*$/,
  ],
  ['transient', /^(?:request timed out|connection error|fetch failed|socket hang up)\.?$/],
  [
    'unusable',
    /^(?:not logged in|invalid api key|incorrect api key|authentication (?:required|failed)|credit balance is too low)(?:\.| · .*|[.:,] .*)?$/,
  ],
  ['unusable', /^(?:unexpected status )?40[13](?:$| ?\{.*|:? (?:unauthorized|forbidden)\b.*)$/],
  ['unusable', /^oauth token (?:has expired|has been revoked|revoked|expired)\b.*$/],
  [
    'unusable',
    /^(?:please set an auth method|please run \/login|no authentication information found|no api key (?:found|provided))\b.*$/,
  ],
  ['unusable', /^there's an issue with the selected model\b.*$/],
  [
    'unusable',
    /^(?:the )?(?:requested )?model:? (?!is )\S+ (?:is not|isn't|was not|not|does not) (?:found|exist|supported|available)\b.*$/,
  ],
  ['unusable', /^the \S+ model is not (?:supported|available)\b.*$/],
  [
    'unusable',
    /^(?:providermodelnotfounderror|unknown model|invalid model|model not found|cannot use this model)(?:[.:]? .*|[.:])?$/,
  ],
  ['unusable', /^(?:unknown|unexpected|unrecognized) (?:option|argument|arguments|flag):? .*$/],
  ['turns', /^(?:error_max_turns|reached max(?:imum)?(?: number of)? turns\b.*|maximum session turns exceeded\b.*)$/],
];

/** Longer lines are never one of these texts. */
const MAX_LINE = 2000;

/** What this one line means, taken as a whole; `undefined` for anything else. */
export function readLine(line: string): TextKind | undefined {
  if (line.length > MAX_LINE) return undefined;
  const text = normaliseLine(line);
  return PATTERNS.find(([, pattern]) => pattern.test(text))?.[0];
}

/** Whether a message of an agent's error event has a line that says that a limit is reached. */
export const isLimitText = (message: string): boolean =>
  message.split('\n').some((line) => readLine(line) === 'limited');

/** `[API Error: You’ve …]` → `you've …`. */
function normaliseLine(line: string): string {
  return stripVTControlCharacters(line)
    .replaceAll('’', "'")
    .replaceAll('\ufe0f', '')
    .replace(/[∙•]/g, '·')
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .replace(/^[\s[·✖✗✕×❌⚠■●*-]*/u, '')
    .replace(/^(?:(?:api |fatal |unexpected )?error ?: ?)+/, '')
    .replace(/[\s\]]+$/, '');
}
