/** The page on settings names each of them, and its examples can be used as they stand. */
import { expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configSchema, loadConfig } from '../../src/config.js';

const page = await readFile(fileURLToPath(new URL('../../docs/configuration.md', import.meta.url)), 'utf8');
const rows = [...page.matchAll(/^\| `(\w+)` \| (.*?) \| .* \| `(.*)` \|$/gm)];

test('names every setting once, and no other', () => {
  expect(rows.map(([, name]) => name).sort()).toEqual(Object.keys(configSchema.shape).sort());
});

test('tells the defaults that count', () => {
  const defaults = configSchema.parse({}) as Record<string, unknown>;
  for (const [, name = '', told = ''] of rows.filter(([, , text]) => text?.startsWith('`') && text !== '`gh`')) {
    const read = configSchema.parse({ [name]: JSON.parse(told.slice(1, -1)) as unknown }) as Record<string, unknown>;
    expect({ [name]: read[name] }).toEqual({ [name]: defaults[name] });
  }
});

test('has examples that are accepted', async () => {
  const blocks = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = '']) => text);
  const examples = rows.map(([, name = '', , example = '']) => `{"${name}": ${example}}`);
  expect(blocks).toHaveLength(2);
  const folder = await mkdtemp(join(tmpdir(), 'ralph-config-'));
  try {
    for (const text of [...blocks, ...examples]) {
      await writeFile(join(folder, 'ralph.config.json'), text);
      await expect(loadConfig(folder, {}, { XDG_CONFIG_HOME: folder })).resolves.toMatchObject({
        archive: expect.anything(),
      });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
