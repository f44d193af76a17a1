import type { Piece } from './pieces.js';
import { isCommand, looksLikeCommand, type KnowsProgram } from './programs.js';

/** A command in a gate item and the words that follow it, up to the next command. */
export interface FoundCommand {
  command: string;
  rest: string;
  /** From a fenced block. */
  isScript: boolean;
}

export interface Commands {
  found: FoundCommand[];
  /** Every code span of the item. */
  spans: string[];
  /** Spans beside the commands that a person would take for commands. */
  leftOut: string[];
}

const SHELLS = new Set(['bash', 'sh', 'shell', 'console']);
/** What may stand before the first span of an item that still "starts with a code span". */
const NOTHING = /^(?:\s|[*_("'“]|\[[ xX]\])*$/;
const RUN = /^(?:\s|[*_]|\[[ xX]\]|please\b|then\b)*(?:re-?)?(?:run|execute)(?:\s+the\s+(?:command|script))?[\s*_]*$/i;
const ENDS_IN_COLON = /:[\s*_;]*$/;
const CONNECTOR =
  /(?:;|&&|(?:^|[\s,(])(?:and|then|plus|followed by))(?:\s+(?:then|also|finally|run|execute))*[\s:(*_]*$/i;
const COMMA = /^[\s*_]*,\s*$/;

/**
 * Finds the commands of an item. `settled`: its author wrote a `[gate: …]` that asks for a command, so that a span anywhere in prose is
 * one.
 */
export function readCommands(pieces: Piece[], knowsProgram: KnowsProgram, settled: boolean): Commands {
  const flat = pieces.map((piece) =>
    piece.kind === 'prose' ? { ...piece, text: bulletsToSemicolons(piece.text) } : piece,
  );
  const spans = flat.filter((piece) => piece.kind === 'span').map((piece) => piece.text);
  const start = firstCommand(flat, knowsProgram, settled);
  if (start < 0) return { found: [], spans, leftOut: [] };
  const found: FoundCommand[] = [];
  const leftOut: string[] = [];
  for (const piece of flat.slice(start)) {
    const current = found.at(-1);
    if (current === undefined || continues(current.rest, piece, knowsProgram)) {
      if (current) current.rest = current.rest.replace(CONNECTOR, '');
      found.push({ command: scriptOf(piece), rest: '', isScript: piece.kind === 'fence' });
      continue;
    }
    if (piece.kind === 'span' && looksLikeCommand(piece.text, knowsProgram)) leftOut.push(piece.text);
    current.rest += piece.kind === 'span' ? `\`${piece.text}\`` : piece.text;
  }
  return { found: found.filter((one) => one.command.trim() !== ''), spans, leftOut };
}

/** Items of a nested list: each may hold a command of its own. */
const bulletsToSemicolons = (text: string): string => text.replace(/\n\s*(?:[-*+]|\d+[.)])\s+/g, '; ');

const isShellBlock = (piece: Piece): boolean => piece.kind === 'fence' && SHELLS.has(piece.language);

function firstCommand(pieces: Piece[], knowsProgram: KnowsProgram, settled: boolean): number {
  const first = pieces.findIndex((piece) => piece.kind === 'span');
  const before = (index: number): string =>
    pieces
      .slice(0, index)
      .map((piece) => piece.text)
      .join('');
  if (first >= 0 && NOTHING.test(before(first))) return first;
  const block = pieces.findIndex(isShellBlock);
  if (block >= 0) return block;
  const commands = pieces.map((piece) => piece.kind === 'span' && isCommand(piece.text, knowsProgram));
  if (first >= 0 && RUN.test(before(first)) && commands[first]) return first;
  const isAnnounced = (index: number): boolean => {
    const previous = pieces[index - 1];
    return previous?.kind === 'prose' && ENDS_IN_COLON.test(previous.text);
  };
  const announced = pieces.findIndex((_, index) => commands[index] && isAnnounced(index));
  if (announced >= 0 || !settled) return announced;
  const likely = commands.indexOf(true);
  return likely >= 0 ? likely : first;
}

function continues(rest: string, piece: Piece, knowsProgram: KnowsProgram): boolean {
  if (isShellBlock(piece)) return true;
  if (piece.kind !== 'span') return false;
  const end = rest.slice(-80);
  const joined = CONNECTOR.test(end);
  if (isCommand(piece.text, knowsProgram)) return joined || COMMA.test(rest);
  return /(?:;|&&|\bthen)\s*$/i.test(end) && looksLikeCommand(piece.text, knowsProgram);
}

/** A console block shows prompts and output: only what follows a `$ ` was typed. */
function scriptOf(piece: Piece): string {
  if (piece.language !== 'console' || !/^\s*\$ /m.test(piece.text)) return piece.text;
  const typed: string[] = [];
  for (const line of piece.text.split('\n')) {
    const prompt = /^\s*\$ (.*)$/.exec(line)?.[1];
    if (prompt !== undefined) typed.push(prompt);
    else if (typed.at(-1)?.endsWith('\\')) typed.push(line.replace(/^\s*> /, ''));
  }
  return typed.join('\n');
}
