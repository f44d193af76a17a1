import { fileURLToPath } from 'node:url';

const fromSources = import.meta.url.endsWith('.ts');

/** The folder of package.json: the working directory of what we start, so that no user's folder is held busy. */
export const packageRoot = fileURLToPath(new URL('../../', import.meta.url));

/** The folder of our own modules: src/ in a checkout, dist/ once built. */
export const codeRoot = fileURLToPath(new URL('../', import.meta.url));

/** Node's arguments for one of our programs, named by its path in src/ without an ending; works with `packageRoot` as working directory. */
export function nodeArguments(program: string): string[] {
  return fromSources ? ['--import', 'tsx', `${codeRoot}${program}.ts`] : [`${codeRoot}${program}.js`];
}
