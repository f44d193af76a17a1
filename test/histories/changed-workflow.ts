/** The loop with one step more at its beginning: what a careless change would be. */
import { sleep } from '@temporalio/workflow';
import { ralphLoop as asItIs } from '../../src/workflows/ralph-loop.js';
import type { LoopResult, RalphLoopInput } from '../../src/workflows/types.js';

export async function ralphLoop(input: RalphLoopInput): Promise<LoopResult> {
  await sleep(1);
  return asItIs(input);
}
