/** Every command and flag is in docs/cli.md, and that page promises no others. */
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createProgram } from '../../src/cli/program.js';

const page = readFileSync(fileURLToPath(new URL('../../docs/cli.md', import.meta.url)), 'utf8');
const { commands } = createProgram(() => undefined);
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]),
);

test('the page has a section with an example for each command, and for ralph.sh', () => {
  expect([...sections.keys()].toSorted()).toEqual(
    [...commands.map((command) => `ralph ${command.name()}`), 'ralph.sh'].toSorted(),
  );
  for (const section of sections.values()) expect(section).toContain('```sh');
});

test.each(commands.map((command) => [command.name(), command] as const))(
  '%s: its flags are those of the page',
  (name, command) => {
    const section = sections.get(`ralph ${name}`) ?? '';
    const own = command.options.map(({ long }) => long ?? '').filter((flag) => flag !== '--repo');
    for (const flag of own) expect(section).toMatch(new RegExp(`${flag}(?![\\w-])`));
    const known = new Set(commands.flatMap(({ options }) => options.map(({ long }) => long)));
    const named = [...section.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map((match) => match[0]);
    expect(named.filter((flag) => !known.has(flag))).toEqual([]);
  },
);
