import { describe, expect, it } from '@jest/globals';
import { readLine } from '../../src/agents/limit-texts.js';
import { resetTime } from '../../src/agents/reset-time.js';
import { instantOf, offsetMinutes } from '../../src/agents/zone.js';

const LIMITED = [
  "You've hit your limit · resets 5pm (Europe/Vilnius)",
  'You’ve hit your session limit · resets in 1d 5h',
  "You've hit your weekly limit ∙ resets Oct 12, 4am",
  "You've hit your weekly limit",
  'Claude AI usage limit reached|1760000000',
  'Session limit reached ∙ resets 4am',
  "ERROR: You've hit your usage limit. Upgrade your plan or try again at 3:28 PM.",
  "You've hit your usage limit. To get more access now, try again in 3 days 6 hours 57 minutes",
  '[API Error: You have exhausted your daily quota on this model.]',
  'You have exhausted your daily quota on this model.',
  'Please retry in 34.07s',
  'Error: Monthly usage limit reached',
  "You've hit your usage limit. Your usage limits will reset when your monthly cycle ends on 9/23/2026.",
];

const TRANSIENT = [
  'API Error: 529 {"type":"error","error":{"type":"overloaded_error"}}',
  'API Error: 500 {"type":"error"}',
  '429 Too Many Requests',
  'exceeded retry limit, last status: 429 Too Many Requests',
  'unexpected status 503 Service Unavailable: try later',
  'stream disconnected before completion: response.failed event received',
  "We're currently experiencing high demand, which may cause errors.",
  'Overloaded',
];

const UNUSABLE = [
  'Not logged in · Please run /login',
  'Invalid API key · Please run /login',
  'unexpected status 401 Unauthorized: missing bearer',
  "There's an issue with the selected model (opus-99). It may not exist.",
  "The 'gpt-99' model is not supported with this account.",
  "error: unknown option '--skip-trust'",
];

/** Text about limits: what agents write, read and print while they work on programs that have to do with them. */
const INNOCENT = [
  'import { Ratelimit } from "@upstash/ratelimit"',
  'The reviewer asks for rate limiting in the gateway.',
  '429→  const x = 1',
  "The log said: You've hit your session limit, so I added detection.",
  "You've hit your session limit, so I added detection.",
  "- You've hit your usage limit is what the page shows",
  'if (status === 429) return retry();',
  '500 files were formatted',
  '503 lines changed',
  'The usage limit reached by this algorithm is 10 nodes.',
  'usage limit reached by this user',
  'const OVERLOADED = "overloaded_error"',
  'overloadedHandler',
  'Not logged in users see the start page.',
  'error: expected 401 but got 200',
  'The model is not found by its id alone.',
  'Please retry in a moment',
  `You've hit your limit · ${'x'.repeat(3000)}`,
  '',
];

describe('the texts', () => {
  it.each(LIMITED)('limited: %s', (line) => expect(readLine(line)).toBe('limited'));
  it.each(TRANSIENT)('transient: %s', (line) => expect(readLine(line)).toBe('transient'));
  it.each(UNUSABLE)('unusable: %s', (line) => expect(readLine(line)).toBe('unusable'));
  it.each(INNOCENT)('nothing: %.60s', (line) => expect(readLine(line)).toBeUndefined());

  it('costs little on a line made to be slow', () => {
    const lines = [
      'a '.repeat(999),
      'error: '.repeat(280),
      '[ '.repeat(999),
      "you've hit your ".repeat(120),
      '1'.repeat(1999),
    ];
    const before = performance.now();
    for (const line of lines) for (let i = 0; i < 20; i += 1) readLine(line);
    expect(performance.now() - before).toBeLessThan(1000);
  });
});

describe('the reset time', () => {
  // A Wednesday, 18:00 in Vilnius (UTC+3), 11:00 in New York (UTC-4).
  const now = Date.UTC(2026, 9, 7, 15, 0);

  it.each([
    ["You've hit your limit · resets 5pm (Europe/Vilnius)", 'UTC', '2026-10-08T14:00Z'],
    ["You've hit your limit · resets 7pm (Europe/Vilnius)", 'UTC', '2026-10-07T16:00Z'],
    ["You've hit your limit · resets 5pm", 'America/New_York', '2026-10-07T21:00Z'],
    ['… session limit · resets in 1d 5h', 'UTC', '2026-10-08T20:00Z'],
    ['… weekly limit · resets Oct 12, 4am', 'Europe/Vilnius', '2026-10-12T01:00Z'],
    ['… weekly limit · resets Oct 27, 4am (Europe/Vilnius)', 'UTC', '2026-10-27T02:00Z'],
    ['Claude AI usage limit reached|1791400000', 'UTC', new Date(1_791_400_000_000).toISOString()],
    ['Session limit reached ∙ resets 4am', 'UTC', '2026-10-08T04:00Z'],
    ['try again at 3:28 PM.', 'America/New_York', '2026-10-07T19:28Z'],
    ['try again at Oct 9th, 2026 12:25 PM.', 'UTC', '2026-10-09T12:25Z'],
    ['try again in 3 days 6 hours 57 minutes', 'UTC', '2026-10-10T21:57Z'],
    ['Please retry in 34.07s', 'UTC', '2026-10-07T15:00:34.070Z'],
    ['your quota will reset after 13h22m', 'UTC', '2026-10-08T04:22Z'],
    ['… resets Jan 2, 9am', 'UTC', '2027-01-02T09:00Z'],
  ])('%s (host in %s)', (text, zone, expected) => {
    expect(new Date(resetTime(text, now, zone) ?? 0).toISOString()).toBe(new Date(expected).toISOString());
  });

  it('takes a date without a time for a time on that day', () => {
    const time = resetTime('cycle ends on 10/23/2026', now, 'UTC') ?? 0;
    expect(new Date(time).toISOString()).toMatch(/^2026-10-23T/);
  });

  it.each([
    ['that says nothing', "You've hit your weekly limit"],
    ['with a date that is past', 'try again at Jul 7th, 2026 12:25 PM.'],
    ['with an epoch that is past', 'usage limit reached|1760000000'],
    ['with an absurd duration', 'resets in 4000d'],
    ['with an absurd date', 'try again at Jul 7th, 2099 12:25 PM.'],
    ['with a day that is not the reset’s', 'the Monday limit of 5pm is reached'],
    ['that names a number only', 'limit of 17 requests'],
  ])('is unknown for a text %s', (_name, text) => {
    expect(resetTime(text, now, 'UTC')).toBeUndefined();
  });

  it('ignores a zone that does not exist', () => {
    expect(resetTime('resets 5pm (Nowhere/Land)', now, 'UTC')).toBe(Date.UTC(2026, 9, 7, 17));
  });
});

describe('zones', () => {
  it('knows an offset before and after a change of clocks', () => {
    expect(offsetMinutes('Europe/Vilnius', Date.UTC(2026, 9, 24, 12))).toBe(180);
    expect(offsetMinutes('Europe/Vilnius', Date.UTC(2026, 9, 26, 12))).toBe(120);
    expect(offsetMinutes('Asia/Kathmandu', 0)).toBe(330);
  });

  it('is right in the hours before a change of clocks', () => {
    expect(instantOf(Date.UTC(2026, 9, 25, 2, 30), 'Europe/Vilnius')).toBe(Date.UTC(2026, 9, 24, 23, 30));
  });

  it('turns a wall time back into the instant', () => {
    for (const zone of ['UTC', 'America/New_York', 'Asia/Tokyo', 'Australia/Lord_Howe']) {
      const instant = Date.UTC(2026, 5, 1, 4, 30);
      expect(instantOf(instant + offsetMinutes(zone, instant) * 60_000, zone)).toBe(instant);
    }
  });
});
