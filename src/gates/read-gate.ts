import { compose, type Part } from './compose.js';
import { readCommands } from './commands.js';
import { cannotFail, onlyLastLine } from './doubts.js';
import { emptyOutput, EXIT_ZERO, readExpectation, type ReadExpectation } from './expectation.js';
import { piecesOf, type Piece } from './pieces.js';
import { looksLikeCommand, unknownPrograms, type KnowsProgram } from './programs.js';
import { MANUAL_READING } from './reading.js';
import * as say from './reading-doubts.js';
import { takeSuffix, type Suffix } from './suffix.js';
import type { CommandGate, Gate, GateDoubt, ManualGate } from './types.js';

/**
 * Says what one item of a test gate means: a command with an expectation, or a manual item. `itemText` is the item's Markdown without
 * its list marker; `knowsProgram` is asked for bare names and absolute paths. Never throws; what is uncertain is in `doubts`.
 */
export function readGate(itemText: string, knowsProgram: KnowsProgram): Gate {
  const { pieces, suffix } = withoutSuffix(piecesOf(itemText));
  const doubts = suffix?.kind === 'unknown' ? [say.unknownSuffix(suffix.text)] : [];
  if (suffix?.kind === 'manual') return manual(itemText, doubts);
  const commands = readCommands(pieces, knowsProgram, suffix !== undefined);
  const [first, ...others] = commands.found.map((found) => ({
    ...found,
    read: readExpectation(found.rest, found.command),
  }));
  if (first === undefined) {
    const missed = commands.spans.filter((span) => looksLikeCommand(span, knowsProgram)).map(say.notRun);
    if (isSettled(suffix)) doubts.push(say.suffixWithoutCommand());
    if (itemText.trim() === '') doubts.push(say.emptyItem());
    return manual(itemText, [...doubts, ...missed]);
  }
  const read: [Read, ...Read[]] = [first, ...others];
  const last = read.at(-1) ?? first;
  if (suffix?.kind === 'expectation') last.read = { expectation: suffix.expectation };
  if (suffix?.kind === 'empty') last.read = { expectation: emptyOutput(last.command) };
  const gate = commandGate(read, suffix, knowsProgram);
  return { ...gate, doubts: [...doubts, ...gate.doubts, ...commands.leftOut.map(say.notRun)] };
}

interface Read {
  command: string;
  rest: string;
  isScript: boolean;
  read: ReadExpectation;
}

function commandGate(read: [Read, ...Read[]], suffix: Suffix | undefined, knowsProgram: KnowsProgram): CommandGate {
  const [first, ...others] = read;
  const part = ({ command, read: { expectation } }: Read): Part => ({ command, expectation });
  const { command, expectation, reading, severalPrinted } = compose([part(first), ...others.map(part)]);
  const doubts = [
    ...read.flatMap((one) => say.unknownProgram(unknownPrograms(one.command, knowsProgram))),
    ...read
      .filter((one) => one.isScript && one.read.expectation.kind === EXIT_ZERO.kind)
      .flatMap((one) => onlyLastLine(one.command)),
    ...(isSettled(suffix) ? [] : read.flatMap(doubtsOf)),
    ...(severalPrinted ? [say.severalPrinted()] : []),
  ];
  return { kind: 'command', command, expectation, reading, doubts };
}

const isSettled = (suffix: Suffix | undefined): boolean => suffix !== undefined && suffix.kind !== 'unknown';

function doubtsOf({ command, rest, read }: Read): GateDoubt[] {
  return [
    ...cannotFail(command, read.expectation),
    ...(read.uncheckedNumber === undefined ? [] : [say.uncheckedNumber(read.uncheckedNumber)]),
    ...(read.saysItFails ? [say.saysItFails()] : []),
    ...say.uncheckedText(rest, read.expectation),
    ...say.ambiguousZero(command, read.expectation),
    ...say.printsNoNumber(command, read.expectation),
  ];
}

function manual(itemText: string, doubts: GateDoubt[]): ManualGate {
  const text = takeSuffix(itemText).rest.replace(/\s+/g, ' ').trim();
  return { kind: 'manual', text, reading: MANUAL_READING, doubts };
}

function withoutSuffix(pieces: Piece[]): { pieces: Piece[]; suffix: Suffix | undefined } {
  let suffix: Suffix | undefined;
  const rest = pieces.map((piece) => {
    if (piece.kind !== 'prose') return piece;
    const taken = takeSuffix(piece.text);
    suffix = taken.suffix ?? suffix;
    return { ...piece, text: taken.rest };
  });
  return { pieces: rest, suffix };
}
