import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import { readGate } from '../../src/gates/read-gate.js';
import { knowsProgram } from './known-programs.js';

const read = (text: string) => readGate(text, knowsProgram);
const commandOf = (text: string): string | undefined => {
  const gate = read(text);
  return gate.kind === 'command' ? gate.command : undefined;
};

describe('which items hold a command', () => {
  test.each([
    ['`npm test`', 'npm test'],
    ['**`npm test`** passes', 'npm test'],
    ['[ ] `npm test`', 'npm test'],
    ['`unknown-tool --now`', 'unknown-tool --now'],
    ['``echo `date` ``', 'echo `date`'],
    ['`ls docs |\n   wc -l` — 3', 'ls docs | wc -l'],
    ['Run `npm test`', 'npm test'],
    ['Execute the command `make lint`.', 'make lint'],
    ['The types hold: `tsc --noEmit`', 'tsc --noEmit'],
    ['The `port` option is read: `grep -q port src/server.ts` — exits 0', 'grep -q port src/server.ts'],
    ['Script is fine: `./scripts/check.sh`', './scripts/check.sh'],
    ['Script is fine: `scripts/check.sh`', 'scripts/check.sh'],
    ['With a variable: `CI=1 LANG="de DE" npm test`', 'CI=1 LANG="de DE" npm test'],
    ['In a folder: `(cd web && npm test)`', '(cd web && npm test)'],
    ['Absent: `! grep -q secret .env`', '! grep -q secret .env'],
    ['Each file is there: `for f in a b; do test -f $f; done`', 'for f in a b; do test -f $f; done'],
    ['```bash\nnpm ci\nnpm test\n```', 'npm ci\nnpm test'],
    ['In a shell:\n~~~sh\nif true; then\n  make\nfi\n~~~', 'if true; then\n  make\nfi'],
    ['```console\n$ npm test \\\n> --silent\nall good\n$ make\n```', 'npm test \\\n--silent\nmake'],
    ['Number of handlers `grep -c on src/a.ts` [gate: prints 3]', 'grep -c on src/a.ts'],
  ])('%j is run', (text, command) => {
    expect(commandOf(text)).toBe(command);
  });

  test.each([
    ['The page looks right on a phone'],
    ['The `--json` flag prints an array'],
    ['Default is: `true`'],
    ['Endpoint answers: `/api/health`'],
    ['Every schema has at least 15 `$ref` pointers'],
    ['Config names the model: `big-one`'],
    ['A person runs `npm test` and looks'],
    ['\\`npm test\\` is written like this'],
    ['```json\n{"a": 1}\n```'],
    ['`npm test` [gate: manual]'],
    [''],
    ['`unclosed'],
  ])('%j is manual', (text) => {
    expect(read(text)).toMatchObject({ kind: 'manual', reading: expect.stringContaining('not machine-checked') });
  });
});

describe('several commands in one item', () => {
  test.each([
    ['`npm start &` then `curl -sf localhost:1`', '{ npm start & } && curl -sf localhost:1'],
    ['`npm run lint`, `npm test` and `make docs` pass', 'npm run lint && npm test && make docs'],
    ['`make a || make b`; then run `make c; make d`', '{ make a || make b; } && { make c; make d; }'],
    ['All green:\n- `npm test`\n- `make lint`', 'npm test && make lint'],
    ['`npm test -- bad` — exits non-zero; `npm test`', '! npm test -- bad && npm test'],
    ['`make x` exits 2 and `make y` exits 3', '{ make x; [ $? -eq 2 ]; } && { make y; [ $? -eq 3 ]; }'],
  ])('%j', (text, command) => {
    expect(read(text)).toMatchObject({ command, expectation: { kind: 'exit', code: 0 } });
  });

  it('judges the part that prints and lets the other decide the exit code', () => {
    expect(read('`ls x | wc -l` — 3; `test ! -d y`')).toMatchObject({
      command: '{ { ls x | wc -l; }; [ $? -lt 126 ]; } && { test ! -d y; } >&2',
      expectation: { kind: 'prints', comparison: '=', value: 3, orExit: false, exitCode: 0 },
    });
  });

  it('leaves a value that follows "and" alone', () => {
    expect(read('`npm run build` passes and `dist/` is there')).toMatchObject({ command: 'npm run build', doubts: [] });
  });

  it('says that only one output is judged', () => {
    const gate = read('`ls a | wc -l` — 3; `ls b | wc -l` — 4');
    expect(gate.doubts.map((doubt) => doubt.code)).toContain('gate-several-outputs');
  });
});

it('never throws, and a command is never blank', () => {
  const fragment = fc.constantFrom(
    '`',
    '``',
    '```bash\n',
    '\n',
    '[gate:',
    ']',
    ' — ',
    'prints 3',
    ' then ',
    '; ',
    'Run ',
    ': ',
    '\\',
    'ls | wc',
    '&',
    '$(',
    '"',
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(fc.oneof(fragment, fc.string({ maxLength: 4 })), { maxLength: 12 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(text, (item) => {
      const gate = read(item);
      return gate.kind === 'manual' || gate.command.trim() !== '';
    }),
    { numRuns: 500 },
  );
});

test.each(['=', '-', '>', '`', '"', ' ', '(', 'a ', '; ', '[gate:', '\n- `a`', '| '])(
  'reads many of %j in no time',
  (part) => {
    const start = performance.now();
    readGate(`\`ls | wc -l\` ${part.repeat(5000)}`, knowsProgram);
    readGate(`${part.repeat(5000)} \`ls | wc -l\``, knowsProgram);
    expect(performance.now() - start).toBeLessThan(4000);
  },
);
