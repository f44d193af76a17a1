import { runHere } from './git/run-here.js';
import { serveForks } from './process/fork-server/serve.js';

serveForks({ git: runHere });
