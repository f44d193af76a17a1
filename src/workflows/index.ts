/** What the worker registers. */
export { ralphLoop } from './ralph-loop.js';
