import { runHere } from './git/run-here.js';
import { serveForks } from './process/fork-server/serve.js';
import { launchOperations } from './process/launch-operations.js';

serveForks({ git: runHere, ...launchOperations });
