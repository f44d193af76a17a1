import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { clearDrafts, makeExclusively } from '../../src/exclusive-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ralph-exclusive-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('of many that make it at once, while drafts are cleared away, one has made it, whole', async () => {
  const file = join(folder, 'claim');
  const makers = Array.from({ length: 40 }, (_, number) => makeExclusively(file, `by ${number}\n`.repeat(500)));
  const clearing = Array.from({ length: 20 }, () => clearDrafts(file));
  const made = await Promise.all(makers);
  await Promise.all(clearing);
  const owners = made.flatMap((isOwner, number) => (isOwner ? [number] : []));
  expect(owners.length).toBeLessThanOrEqual(1);
  const again = owners.length === 1 ? owners[0] : (await makeExclusively(file, 'by 99\n'.repeat(500))) ? 99 : -1;
  expect(readFileSync(file, 'utf8')).toBe(`by ${again}\n`.repeat(500));
  expect(readdirSync(folder)).toEqual(['claim']);
});
