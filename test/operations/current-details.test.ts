/** What the Web UI shows of a run, as pure text. */
import { describe, expect, test } from '@jest/globals';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { currentDetails } from '../../src/workflows/current-details.js';
import type { LoopData, Waiting } from '../../src/workflows/types.js';

const input = { planFolder: '0001_sample', resumeCommand: 'ralph resume 0001_sample --repo /home/me/sample' };
const waiting: Waiting = {
  kind: 'blocked',
  reason: 'gates',
  message: 'exit code 1, expected 0',
  since: Date.UTC(2026, 0, 2, 3, 4, 5),
  failures: [
    {
      what: 'sh check.sh',
      sentence: 'exit code 1, expected 0',
      tail: 'row 7 is wrong\n',
      logFile: '/state/gate-02.log',
    },
  ],
};

describe('the page of a run', () => {
  test('says first what a blocked run waits for, since when, and how to let it go on', () => {
    const text = details({ waiting, state: 'blocked' });
    const parts = [
      '### Sample',
      '**Blocked** at 02 — Second, since 2026-01-02 03:04 UTC.',
      'Failing: `sh check.sh` — exit code 1, expected 0',
      '```\nrow 7 is wrong\n```',
      'Log: `/state/gate-02.log`',
      'send the signal `resume`',
      '`ralph resume 0001_sample --repo /home/me/sample`',
      '1 of 2 increments done · iteration 2 of at most 50 · agents worked 1h 02m · 24000 tokens in, 900 out · $1.65',
      '| 02 | Second | **blocked** |',
      'M1: in-progress',
      '- 2026-01-02 03:04 UTC — 01 is done',
    ];
    const places = parts.map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(text.split('exit code 1, expected 0')).toHaveLength(2);
  });

  test.each<[string, Partial<Waiting>, string]>([
    [
      'a cap',
      { kind: 'capped', reason: 'iterations', failures: [] },
      'as many iterations again; or `{"maxIterations": 80}`',
    ],
    ['no change', { reason: 'nothing-changed' }, '`{"accept": true}` completes the increment as it is'],
    [
      'a limit',
      { kind: 'limited', reason: 'limit', until: Date.UTC(2026, 0, 2, 9), failures: [] },
      'Waiting until 09:00 UTC, nothing runs.',
    ],
    ['a person', {}, 'Waiting for a person, nothing runs.'],
  ])('tells what resumes a run that waits because of %s', (_, change, said) => {
    expect(details({ waiting: { ...waiting, ...change } })).toContain(said);
  });

  test('tells times in the zone of the person', () => {
    const limited: Waiting = { ...waiting, kind: 'limited', reason: 'limit', failures: [] };
    const inVilnius = (until: number) => details({ waiting: { ...limited, until } }, 'Europe/Vilnius');
    expect(inVilnius(Date.UTC(2026, 0, 2, 15))).toContain('Waiting until 17:00 (Europe/Vilnius), nothing runs.');
    expect(inVilnius(Date.UTC(2026, 0, 3, 2))).toContain('Waiting until 2026-01-03 04:00 (Europe/Vilnius), nothing');
    expect(inVilnius(Date.UTC(2026, 0, 2, 15))).toContain('since 2026-01-02 05:04 (Europe/Vilnius).');
    expect(details({ waiting: { ...limited, until: Date.UTC(2026, 0, 2, 15) } }, 'Mars/Base')).toContain('15:00 UTC');
  });

  test('shows text of plans, agents and gates as it is, whatever Markdown it holds', () => {
    const hostile = '</td>| `x` **bold** <img src=x> [link](x)\n# heading';
    const failure = { what: hostile, sentence: hostile, tail: '```\n# out\n````', logFile: '/a`b' };
    const data = { waiting: { ...waiting, message: hostile, failures: [failure] } };
    const tree = remark()
      .use(remarkGfm)
      .parse(details({ ...data, title: hostile }));
    const kinds = JSON.stringify(tree).match(/"type":"(html|link|image|strong|heading|code|table|tableRow)"/g) ?? [];
    const count = (kind: string) => kinds.filter((found) => found === `"type":"${kind}"`).length;
    expect(['html', 'link', 'image'].map(count)).toEqual([0, 0, 0]);
    expect(count('heading')).toBe(1);
    expect(count('code')).toBe(1);
    // "Blocked", "To go on" and the mark of the current increment.
    expect(count('strong')).toBe(3);
    expect([count('table'), count('tableRow')]).toEqual([1, 3]);
  });

  test('stays small for a plan of a thousand increments', () => {
    const increments = Array.from({ length: 1_000 }, (_, index) => ({
      id: String(index),
      title: '𝄞'.repeat(200),
      status: 'pending' as const,
    }));
    const text = details({ increments });
    expect(text).toContain('… and 900 more.');
    expect(Buffer.byteLength(text)).toBeLessThan(40_000);
  });
});

interface Change extends Partial<Pick<LoopData, 'waiting' | 'state'>> {
  title?: string;
  increments?: NonNullable<LoopData['plan']>['increments'];
}

function details({ title = 'Sample', increments, ...change }: Change, zone?: string): string {
  const at = Date.UTC(2026, 0, 2, 3, 4);
  const plan = {
    title,
    status: 'in-progress' as const,
    increments: increments ?? [
      { id: '01', title: 'First', status: 'done' as const },
      { id: '02', title: title === 'Sample' ? 'Second' : title, status: 'in-progress' as const },
    ],
    milestones: [{ name: 'M1', status: 'in-progress' as const, increments: ['01', '02'] }],
  };
  const data = {
    state: 'running',
    branch: 'ralph/0001-sample',
    baseBranch: 'main',
    plan,
    iterationsUsed: 2,
    maxIterations: 50,
    current: { iteration: 2, increment: plan.increments[1]!, attempt: 4, phase: 'waiting', gate: undefined, gates: [] },
    waiting: undefined,
    usage: { inputTokens: 24_000, outputTokens: 900, costUsd: 1.65, agentMs: 3_725_000, agents: 7 },
    journal: [{ sequence: 1, at, kind: 'good', text: '01 is done' }],
    ...change,
  };
  return currentDetails(data as unknown as LoopData, { ...input, ...(zone === undefined ? {} : { zone }) });
}
