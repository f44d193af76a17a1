import { argumentsOf, calledWord, segmentsOf, type Operator, type Segment } from './shell.js';
import type { Expectation, GateDoubt } from './types.js';

const ALWAYS_ZERO = new Set(['true', ':', 'echo', 'printf']);
/** Filters that succeed whatever they are fed; without pipefail their exit code is the pipeline's. */
const FILTERS = new Set([
  'tail',
  'head',
  'wc',
  'tee',
  'cat',
  'sort',
  'uniq',
  'nl',
  'cut',
  'tr',
  'column',
  'less',
  'more',
  'xxd',
]);

/** Why a command that is judged by its exit code alone can't fail; `undefined` when it can. */
function alwaysZero(command: string): string | undefined {
  const segments = segmentsOf(command);
  const last = segments.at(-1);
  if (!last) return undefined;
  if (last.after === '&') return 'it ends in `&`, and a background job always counts as a success';
  const word = calledWord(last.text) ?? '';
  const before: Operator = segments.at(-2)?.after ?? '';
  if (ALWAYS_ZERO.has(word) && before === '||') return `\`|| ${word}\` hides its exit code`;
  if (before === '|' && FILTERS.has(word) && !/\bpipefail\b/.test(command)) {
    return `a pipe into \`${word}\` hides the exit code of what stands before it`;
  }
  const unconditional = before === ';' || before === '' || before === '&' || before === '|';
  if ((ALWAYS_ZERO.has(word) || isExitZero(last)) && unconditional) {
    return segments.length > 1
      ? `it ends in \`${last.text}\`, which always succeeds`
      : `\`${last.text}\` always succeeds`;
  }
  if (
    word === 'git' &&
    before !== '|' &&
    /^(?:status|diff|log)\b(?!.*--(?:exit-code|quiet|check))/.test(argumentsOf(last.text))
  ) {
    return `\`git ${argumentsOf(last.text).split(/\s/)[0]}\` exits with 0 whatever it shows`;
  }
  return undefined;
}

const isExitZero = ({ text }: Segment): boolean => /^exit(?: 0)?$/.test(text) && text !== 'exit';

/** A doubt for a command whose exit code is always 0 while that code is all that counts. */
export function cannotFail(command: string, expectation: Expectation): GateDoubt[] {
  if (expectation.kind !== 'exit' && expectation.kind !== 'non-zero') return [];
  const why = alwaysZero(command);
  if (why === undefined) return [];
  const never = expectation.kind === 'non-zero' || expectation.code !== 0;
  return [
    {
      code: never ? 'gate-cannot-pass' : 'gate-cannot-fail',
      message: `The gate \`${command}\` can't ${never ? 'pass' : 'fail'}: ${why}.`,
      hint: 'Let the command that matters decide the exit code, or say what it prints: [gate: prints N], [gate: empty].',
    },
  ];
}

/** A doubt for a script of several lines: bash ends with the last line's exit code. */
export function onlyLastLine(script: string): GateDoubt[] {
  const lines = script
    .split('\n')
    .filter((line) => /^[^\s#})]/.test(line) && !/^(?:fi|done|esac|then|do|else)\b/.test(line));
  if (lines.length < 2 || /\bset -\w*e|<<|\\\n|&&\s*\n|\|\s*\n/.test(script)) return [];
  return [
    {
      code: 'gate-only-last-line',
      message: `Only the last of the ${lines.length} lines in the gate's block decides its exit code.`,
      hint: 'Begin the block with `set -e`, or join the lines with `&&`.',
    },
  ];
}
