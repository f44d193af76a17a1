/** Push and pull request of a complete plan; what keeps them from happening is for a person to mend. */
import type { PublishResult } from '../activities/types.js';
import type { Loop } from './loop.js';
import { isInterruption } from './steps.js';
import type { LoopResult } from './types.js';

/** @returns `undefined` when nobody asked for it */
export async function publish(loop: Loop): Promise<LoopResult['published']> {
  const wanted = loop.input.publish;
  if (wanted === undefined) return undefined;
  for (;;) {
    loop.enter('publishing');
    const result = await loop.insist(() => uninterrupted(loop, wanted === 'pull-request'));
    if (result.kind === 'failed') {
      await loop.block('publish', result.failure.sentence, [result.failure]);
      continue;
    }
    const { remote, url } = result;
    loop.state.tell('good', `Pushed to ${remote}.${url === undefined ? '' : ` Pull request: ${url}`}`);
    return { remote, url };
  }
}

async function uninterrupted(loop: Loop, pullRequest: boolean): Promise<PublishResult> {
  for (let interruptions = 1; ; interruptions += 1) {
    try {
      return await loop.steps.publish(loop.data.baseBranch ?? '', pullRequest);
    } catch (error) {
      if (!isInterruption(error) || interruptions >= loop.input.settings.maxInterruptions) throw error;
    }
  }
}
