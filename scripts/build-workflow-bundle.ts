/** `npm run build`, after the compiler: bundles the workflows into dist/, so that a worker starts in about a second. */
import { fileURLToPath } from 'node:url';
import { buildWorkflowBundle } from '../src/service/worker/workflow-bundle.js';

await buildWorkflowBundle(fileURLToPath(new URL('../src/workflows/index.ts', import.meta.url)));
