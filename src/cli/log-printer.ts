/** Prints what files have gained since it last looked, with a heading whenever another one goes on. */
import { open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';
import type { AgentEvent } from '../agents/types.js';
import { errnoOf } from '../errors.js';
import type { PrintedFile } from '../workspace/attempt-files.js';
import { createSecretStream, type SecretStream } from '../workspace/secret-stream.js';

const chunkBytes = 64 * 1024;

interface Reader {
  position: number;
  /** Of the file that was read: a repeated attempt begins another one of that name. */
  inode: number | undefined;
  decoder: StringDecoder;
  /** A line of which the end is still to come; only files that are read by lines have one. */
  rest: string;
  printed: PrintedFile;
  masked: SecretStream;
}

export class LogPrinter {
  private readonly readers = new Map<string, Reader>();
  private current: string | undefined;
  private lineOpen = false;

  /** @param write resolves when more may come: a log may be larger than memory, and its reader slow */
  constructor(
    private readonly write: (text: string) => Promise<void>,
    /** Programs under way may have printed them; afterwards they are masked in the files, too. */
    private readonly secrets: readonly string[],
  ) {}

  async print(files: PrintedFile[]): Promise<void> {
    for (const file of files) await this.printNew(file);
  }

  private async printNew(printed: PrintedFile): Promise<void> {
    const reader = this.readers.get(printed.file) ?? this.readerOf(printed);
    this.readers.set(printed.file, reader);
    for await (const text of growth(printed.file, reader)) {
      await this.show(printed, reader.masked.push(render(printed.kind, reader, text)));
    }
  }

  private readerOf(printed: PrintedFile): Reader {
    const masked = createSecretStream(this.secrets);
    return { position: 0, inode: undefined, decoder: new StringDecoder('utf8'), rest: '', printed, masked };
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

  /** Shows what was held back as the possible beginning of a secret, and ends the last line. */
  async close(): Promise<void> {
    for (const { printed, masked } of this.readers.values()) await this.show(printed, masked.end());
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
    const { ino, size } = await handle.stat();
    if (ino !== reader.inode || size < reader.position) reader.position = 0;
    reader.inode = ino;
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
