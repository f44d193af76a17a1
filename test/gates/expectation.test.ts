import { describe, expect, it, test } from '@jest/globals';
import { readGate } from '../../src/gates/read-gate.js';
import { knowsProgram } from './known-programs.js';

const read = (text: string) => readGate(text, knowsProgram);
const prints = (comparison: string, value: number, more = {}) => ({
  kind: 'prints',
  comparison,
  value,
  orExit: false,
  ...more,
});
const exit = (code: number) => ({ kind: 'exit', code });
const empty = (...exitCodes: number[]) => ({ kind: 'empty', exitCodes });

describe('expectations', () => {
  test.each<[string, object]>([
    ['`npm test`', exit(0)],
    ['`npm test` exits 0', exit(0)],
    ['`npm test` passes', exit(0)],
    ['`npm test` — all pass.', exit(0)],
    ['`npm test` (clean)', exit(0)],
    ['`test -f a` — exists', exit(0)],
    ['`npm test` — 12 tests pass', exit(0)],
    ['`npm run lint` — 0 errors', exit(0)],
    ['`npm run lint` returns 0 warnings', exit(0)],
    ['`npm test` as in section 3', exit(0)],
    ['`npm test` exits 3', exit(3)],
    ['`npm test` — exit code `2`', exit(2)],
    ['`npm test` exits with a status of 4', exit(4)],
    ['`npm test` exits zero', exit(0)],
    ['`npm test` — expected non-zero', { kind: 'non-zero' }],
    ['`npm test` exits with a nonzero code', { kind: 'non-zero' }],
    ['`npm test` — exit code ≠ 0', { kind: 'non-zero' }],
    ['`wc -l a` returns 3', prints('=', 3, { orExit: true })],
    ['`tsc` — returns **0**', prints('=', 0, { orExit: true })],
    ['`curl -w x` returns 404', prints('=', 404)],
    ['`npm test` — all 9 old tests and at least 6 new ones pass', exit(0)],
    ['`ls | wc -l` is 0', prints('=', 0)],
    ['`ls | wc -l` — 3 (or more)', prints('>=', 3)],
    ['`grep -oE "[0-9]+" a` — 0', prints('=', 0)],
    ['`grep -rn x src | grep -v y` — 0', empty(0, 1)],
    ['`rg x` finds nothing', empty(0, 1)],
    ['`ls tmp` (empty)', empty(0)],
    ['`ls | wc -l` — 3', prints('=', 3)],
    ['`ls | wc -l` – 3 (one for each room)', prints('=', 3)],
    ['`ls | wc -l` → `0`', prints('=', 0)],
    ['`ls | wc -l` = 1,200', prints('=', 1200)],
    ['`ls | wc -l`: exactly one', prints('=', 1)],
    ['`ls | wc -l` — number is 7', prints('=', 7)],
    ['`ls | wc -l` — the number of files is 7', prints('=', 7)],
    ['`ls | wc -l` prints 7.', prints('=', 7)],
    ['`ls | wc -l` — 15+', prints('>=', 15)],
    ['`ls | wc -l` returns 15+', prints('>=', 15)],
    ['`ls | wc -l` ≥ 4', prints('>=', 4)],
    ['`ls | wc -l` returns >= 4', prints('>=', 4)],
    ['`ls | wc -l` — at least 4 `$ref` pointers', prints('>=', 4)],
    ['`ls | wc -l` — 4 or more', prints('>=', 4)],
    ['`ls | wc -l` > 4', prints('>', 4)],
    ['`ls | wc -l` -> more than 4', prints('>', 4)],
    ['`ls | wc -l` — prints a non-zero count', prints('>', 0)],
    ['`ls | wc -l` prints 3 and exits 0', prints('=', 3, { exitCode: 0 })],
    ['`git diff --stat` — no output', empty(0)],
    ['`grep -rn x src` — no matches', empty(0, 1)],
    ['`git grep x` has no hits', empty(0, 1)],
    ['`find . | grep x` — no match', empty(0, 1)],
    ['`grep -rn x src` — 0 matches', empty(0, 1)],
    ['`grep -rn x src` exits 1 with no output', empty(1)],
    ['`! grep -rn x src` — no matches', empty(0)],
    ['`grep -q x src` — no matches', exit(1)],
    ['`grep -rn x src | wc -l` — no matches', prints('=', 0)],
    ['`grep -c x a` — no matches', prints('=', 0)],
    ['`a` [gate: exit 3]', exit(3)],
    ['`a` — passes [gate: exit non-zero]', { kind: 'non-zero' }],
    ['`a` returns 3 [Gate: prints 5]', prints('=', 5)],
    ['`a` [gate: prints >=5]', prints('>=', 5)],
    ['`a` [gate: prints > 5]', prints('>', 5)],
    ['`a` [gate: `prints ≥ 5`]', prints('>=', 5)],
    ['`a` [gate: empty]', empty(0)],
    ['`grep x a` [gate: empty]', empty(0, 1)],
    ['`grep -q x a` [gate: empty]', exit(1)],
    ['```bash\nls | wc -l\n```\nprints 3', prints('=', 3)],
  ])('%s', (text, expectation) => {
    expect(read(text)).toMatchObject({ kind: 'command', expectation });
  });

  it('says what it read in plain words', () => {
    expect(read('`ls | wc -l` — at least 4').reading).toBe('passes when it prints at least 4');
    expect(read('`tsc` returns 0').reading).toBe('passes when it prints 0, or prints no number and exits with 0');
    expect(read('`rg x` — no hits').reading).toBe('passes when it prints nothing and exits with 0 or 1');
  });
});

describe('doubts', () => {
  const codes = (text: string) => read(text).doubts.map((doubt) => doubt.code);

  test.each([
    ['`npm test || true`', 'gate-cannot-fail'],
    ['`npm test; echo $?`', 'gate-cannot-fail'],
    ['`npm test 2>&1 | tail -5` passes', 'gate-cannot-fail'],
    ['`ls src | wc -l`', 'gate-cannot-fail'],
    ['`npm start &`', 'gate-cannot-fail'],
    ['`git status --porcelain` — clean', 'gate-cannot-fail'],
    ['`npm test || true` exits non-zero', 'gate-cannot-pass'],
    ['`nosuchtool --x`', 'gate-unknown-program'],
    ['`npm test | nosuchtool`', 'gate-unknown-program'],
    ['A person runs `npm test` and looks', 'gate-looks-like-command'],
    ['Run `nosuchtool --x`', 'gate-looks-like-command'],
    ['`ls | sort` — at most 5', 'gate-unchecked-number'],
    ['`npm test` passes, at least 3 new', 'gate-unchecked-number'],
    ['`npm run bad` must fail', 'gate-says-it-fails'],
    ['`curl localhost` returns `{"ok":true}`', 'gate-unchecked-text'],
    ['`grep x a` returns 0', 'gate-ambiguous-zero'],
    ['`src/a.ts` exists', 'gate-unknown-program'],
    ['`test -d dist` and at least 3 files', 'gate-prints-no-number'],
    ['`grep x a` — exactly 3 matches', 'gate-prints-no-number'],
    ['`git log | head` contains "fix"', 'gate-unchecked-text'],
    ['`npm test` [gate: whatever]', 'gate-unknown-suffix'],
    ['It prints three lines [gate: prints 3]', 'gate-suffix-without-command'],
    ['', 'gate-empty-item'],
    ['```bash\nnpm ci\nnpm test\n```', 'gate-only-last-line'],
  ])('%j', (text, code) => {
    expect(codes(text)).toContain(code);
  });

  test.each([
    ['`npm test`'],
    ['`npm test || exit 1`'],
    ['`ls | wc -l` — 3'],
    ['`npm test; echo $?` — 0'],
    ['`npm test || true` [gate: exit 0]'],
    ['`set -o pipefail; npm test | tail -1`'],
    ['`grep "a | tail" src/a.ts`'],
    ['`git diff --exit-code`'],
    ['`go test ./...` passes'],
    ['`./new-script.sh --all`'],
    ['The flag `--json` is in the help'],
    ['A person runs `npm test` [gate: manual]'],
    ['```bash\nset -e\nnpm ci\nnpm test\n```'],
  ])('none for %j', (text) => {
    expect(codes(text)).toEqual([]);
  });
});
