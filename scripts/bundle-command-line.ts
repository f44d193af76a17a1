/**
 * One file for each command and one for what they share, in the place of some 500 of ours and of our libraries: a command
 * spends most of its time looking for modules. The worker, with its native parts, is a program of its own and stays as it
 * is.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** As deep below the package's folder as any room of dist/, since a room's modules find the package by that. */
const folder = 'command-line';

/** What libraries that are CommonJS find in each module. */
const banner = `import { createRequire as createRequireHere } from 'node:module';
import { fileURLToPath as pathOfUrl } from 'node:url';
const require = createRequireHere(import.meta.url), __filename = pathOfUrl(import.meta.url), __dirname = pathOfUrl(new URL('.', import.meta.url));`;

export async function bundleCommandLine(root: string): Promise<void> {
  const outdir = join(root, 'dist', folder);
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints: [join(root, 'src', 'client.ts')],
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minifyWhitespace: true,
    // What reads a configuration in TypeScript asks for it, if it is there, in that moment.
    external: ['typescript'],
    banner: { js: banner },
    logLevel: 'warning',
  });
  writeFileSync(join(root, 'dist', 'client.js'), `#!/usr/bin/env node\nimport './${folder}/client.js';\n`);
}
