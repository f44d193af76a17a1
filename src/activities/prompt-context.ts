/** What the agent is told, put together from the pinned iteration, the log and the attempt before. */
import type { PromptContext } from '../agents/types.js';
import { learningsOf } from '../documents/progress.js';
import { readProgress } from '../workspace/progress-log.js';
import type { Documents, Held } from './context.js';
import type { PinnedIteration } from './iteration-file.js';
import type { ImplementInput } from './types.js';

const recentLearnings = 20;

export async function promptContext(
  held: Held,
  documents: Documents,
  pinned: PinnedIteration,
  { settings, attempt, failures, guidance }: ImplementInput,
): Promise<PromptContext> {
  const { increment } = pinned;
  const log = await readProgress({ canonical: held.folder.progress, workspace: documents.progress });
  const hook = failures.find((failure) => failure.what === 'commit hook');
  return {
    plan: { folder: held.ref.planFolder, title: pinned.planTitle, file: documents.located.plan },
    prdFile: documents.prd === undefined ? undefined : documents.located.workspacePrd,
    progressFile: documents.located.workspaceProgress,
    increment,
    gates: pinned.gates,
    stories: pinned.stories,
    learnings: learningsOf(log, recentLearnings),
    attempt,
    maxAttempts: 1 + settings.maxRetries,
    failures: failures
      .filter((failure) => failure !== hook)
      .map(({ what, sentence, tail, logFile }) => ({ gate: what, sentence, tail, logFile })),
    guidance,
    ...(hook === undefined ? {} : { hookOutput: hook.tail }),
  };
}
