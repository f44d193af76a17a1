import type { Point } from '../support/point.js';
import { cancel } from './cancel.js';
import { history } from './history.js';
import { iteration } from './iteration.js';
import { killedWorker } from './killed-worker.js';
import { memory } from './memory.js';
import { planSize } from './plan-size.js';
import { start } from './start.js';
import { status } from './status.js';
import { throughput } from './throughput.js';
import { workerStart } from './worker-start.js';

/** In the order of their keys. */
export const points: Point[] = [
  iteration,
  planSize,
  start,
  status,
  workerStart,
  killedWorker,
  cancel,
  memory,
  history,
  throughput,
];
