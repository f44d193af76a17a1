/** `tsx scripts/postgres-topology.ts`: a Temporal service on PostgreSQL until Ctrl-C, to try commands against. */
import { once } from 'node:events';
import { startTopology } from './postgres/topology.js';

const topology = await startTopology(console.error);
console.log(`export TEMPORAL_ADDRESS=${topology.address}`);
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
await topology.stop();
