/** `npm run build`, after the compiler: what makes programs of dist/ start sooner, the bundled workflows and the code's hash. */
import { fileURLToPath } from 'node:url';
import { recordCodeHash } from '../src/service/code-version.js';
import { buildWorkflowBundle } from '../src/service/worker/workflow-bundle.js';

await buildWorkflowBundle(fileURLToPath(new URL('../src/workflows/index.ts', import.meta.url)));
recordCodeHash();
