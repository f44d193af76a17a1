/** Secrets in files that programs wrote, and in texts that come in pieces. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentOutput, anyOutput, expectOutput, maskFolder, mayHoldSecrets } from '../../src/workspace/mask-files.js';
import { createSecretStream } from '../../src/workspace/secret-stream.js';
import { secretsOf } from '../../src/workspace/secrets.js';

const secrets = secretsOf({ A_TOKEN: 'k3y-0123456789', B_TOKEN: 'k3y-01234', C_SECRET: 'pässwörd "x"' });

describe('files', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ralph-masking-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const read = (name: string) => readFile(join(folder, name), 'utf8');

  test('lose their secrets, each byte where it stands, also as JSON has them', async () => {
    await writeFile(join(folder, 'agent.log'), 'a k3y-0123456789 b k3y-01234 c\n{"text":"pässwörd \\"x\\""}\nk3y-0123');
    await maskFolder(folder, anyOutput, secrets);
    const json = '*'.repeat(Buffer.byteLength('pässwörd \\"x\\"'));
    expect(await read('agent.log')).toBe(`a ${'*'.repeat(14)} b ${'*'.repeat(9)} c\n{"text":"${json}"}\nk3y-0123`);
  });

  test('are masked by name, and the folder no longer is one that may hold secrets', async () => {
    await expectOutput(folder);
    expect(await mayHoldSecrets(folder)).toBe(true);
    const masked = ['prompt.md', 'changes.diff', 'agent.log', 'agent.2.stderr.log', 'agent.events.jsonl'];
    const kept = ['plan.unmarked.md', 'iteration.json', 'gate-01.stdout.log'];
    for (const name of [...masked, ...kept]) await writeFile(join(folder, name), 'k3y-0123456789');
    await maskFolder(folder, agentOutput, secrets);
    expect(await mayHoldSecrets(folder)).toBe(false);
    for (const name of masked) expect([name, await read(name)]).toEqual([name, '*'.repeat(14)]);
    for (const name of kept) expect([name, await read(name)]).toEqual([name, 'k3y-0123456789']);
  });

  test('of any size are masked piece by piece, wherever a piece ends', async () => {
    const file = join(folder, 'gate-01.stdout.log');
    const handle = await open(file, 'w');
    // Pieces are of 1 MiB: secrets lie across their ends, at all offsets.
    for (let line = 0; line < 40; line += 1) {
      await handle.write(`${'x'.repeat(1024 * 1024 - 31)}\nk3y-0123456789 k3y-01234 ${line}\n`);
    }
    await handle.close();
    const { size } = await stat(file);
    const before = process.memoryUsage().arrayBuffers;
    await maskFolder(folder, anyOutput, secrets);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 1024 * 1024);
    expect((await stat(file)).size).toBe(size);
    const text = await read('gate-01.stdout.log');
    expect(text).not.toContain('k3y');
    expect(text.match(/\n\*{14} \*{9} \d+\n/g)).toHaveLength(40);
  }, 60_000);

  test('stay as they are where there is no secret', async () => {
    await writeFile(join(folder, 'agent.log'), 'k3y-0123456789');
    await maskFolder(folder, anyOutput, []);
    expect(await read('agent.log')).toBe('k3y-0123456789');
  });
});

describe('pieces', () => {
  const shown = (pieces: string[]): string => {
    const stream = createSecretStream(secrets);
    return [...pieces.map((piece) => stream.push(piece)), stream.end()].join('');
  };

  test.each([
    [['a k3y-', '01234', '56789 b'], 'a *** b'],
    [['k3y-01234', '5 is the shorter one'], '***5 is the shorter one'],
    [['nothing ', 'of it k3', 'y'], 'nothing of it k3y'],
    [['cut off: k3y-0123'], 'cut off: ***'],
    [['k3y-01234k3y-0123456789k3y-01234'], '*********'],
  ])('%j', (pieces, text) => {
    expect(shown(pieces)).toBe(text);
  });

  test('show no secret, however they are cut, and all of the rest', () => {
    const word = fc.constantFrom('a', ' ', '\n', 'k3', 'k3y-0', ...secrets);
    fc.assert(
      fc.property(fc.array(word), fc.array(fc.nat(40)), (words, cuts) => {
        const text = `${words.join('')}.`;
        const pieces: string[] = [];
        let at = 0;
        for (const cut of cuts) pieces.push(text.slice(at, (at += cut)));
        pieces.push(text.slice(at));
        expect(shown(pieces)).toBe(shown([text]));
        for (const secret of secrets) expect(shown(pieces)).not.toContain(secret);
      }),
    );
  });

  test('that no secret begins with are shown at once', () => {
    expect(createSecretStream(secrets).push('Working on it, k3x')).toBe('Working on it, k3x');
    expect(createSecretStream([]).push('k3y')).toBe('k3y');
  });
});
