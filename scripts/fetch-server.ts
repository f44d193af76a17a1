/** Finds or fetches the Temporal server before tests start: a build takes minutes, longer than any test may wait. */
import { cacheFolder } from '../src/service/paths.js';
import { findServerBinary } from '../src/service/server-binary.js';

const binary = await findServerBinary({ cache: cacheFolder(), env: process.env, say: (text) => console.error(text) });
console.error(`Temporal server: ${binary.serverVersion} (${binary.path})`);
