/**
 * `npm run build`, after the compiler: what makes programs of dist/ start sooner, the bundled workflows and command line, and
 * the code's hash.
 */
import { fileURLToPath } from 'node:url';
import { recordCodeHash } from '../src/service/code-version.js';
import { packageRoot } from '../src/service/own-program.js';
import { buildWorkflowBundle } from '../src/service/worker/workflow-bundle.js';
import { bundleCommandLine } from './bundle-command-line.js';

await buildWorkflowBundle(fileURLToPath(new URL('../src/workflows/index.ts', import.meta.url)));
await bundleCommandLine(packageRoot);
recordCodeHash();
