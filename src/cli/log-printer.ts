/** Prints what files have gained since it last looked, with a heading whenever another one goes on. */
import { open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';
import type { AgentEvent } from '../agents/types.js';
import { errnoOf } from '../errors.js';
import type { PrintedFile } from '../workspace/attempt-files.js';

const chunkBytes = 64 * 1024;

interface Reader {
  position: number;
  decoder: StringDecoder;
  /** A line of which the end is still to come; only files that are read by lines have one. */
  rest: string;
}

export class LogPrinter {
  private readonly readers = new Map<string, Reader>();
  private current: string | undefined;
  private lineOpen = false;

  /** @param write resolves when more may come: a log may be larger than memory, and its reader slow */
  constructor(private readonly write: (text: string) => Promise<void>) {}

  async print(files: PrintedFile[]): Promise<void> {
    for (const file of files) await this.printNew(file);
  }

  private async printNew(printed: PrintedFile): Promise<void> {
    const reader = this.readers.get(printed.file) ?? { position: 0, decoder: new StringDecoder('utf8'), rest: '' };
    this.readers.set(printed.file, reader);
    for await (const text of growth(printed.file, reader)) {
      await this.show(printed, render(printed.kind, reader, text));
    }
  }

  private async show({ file, title }: PrintedFile, text: string): Promise<void> {
    if (text === '') return;
    if (this.current !== file) {
      await this.write(`${this.lineOpen ? '\n' : ''}${this.current === undefined ? '' : '\n'}── ${title}\n`);
      this.current = file;
    }
    await this.write(text);
    this.lineOpen = !text.endsWith('\n');
  }

  /** Ends the last line. */
  async close(): Promise<void> {
    if (this.lineOpen) await this.write('\n');
    this.lineOpen = false;
  }
}

async function* growth(file: string, reader: Reader): AsyncGenerator<string> {
  const handle = await open(file).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return;
  try {
    const buffer = Buffer.alloc(chunkBytes);
    // A file that got shorter was begun anew.
    if ((await handle.stat()).size < reader.position) reader.position = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, chunkBytes, reader.position);
      if (bytesRead === 0) return;
      reader.position += bytesRead;
      yield reader.decoder.write(buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

function render(kind: PrintedFile['kind'], reader: Reader, text: string): string {
  // A program's control sequences would steer the reader's terminal.
  if (kind === 'text') return stripVTControlCharacters(text);
  const lines = (reader.rest + text).split('\n');
  reader.rest = lines.pop() ?? '';
  return lines.map(kind === 'events' ? eventText : verdictText).join('');
}

/** Of a gate's page: the line that judges. */
function verdictText(line: string): string {
  return /^(passed|FAILED): /.test(line) ? `${line}\n` : '';
}

function eventText(line: string): string {
  const event = parse(line);
  switch (event?.type) {
    case 'text':
      return stripVTControlCharacters(event.text);
    case 'tool':
      return `\n→ ${event.name}${event.file === undefined ? '' : ` ${event.file}`}\n`;
    case 'limit':
    case 'error':
      return `\n! ${event.message}\n`;
    default:
      return '';
  }
}

function parse(line: string): AgentEvent | undefined {
  try {
    return JSON.parse(line) as AgentEvent;
  } catch {
    return undefined;
  }
}
