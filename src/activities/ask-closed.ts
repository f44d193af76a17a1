import { WorkflowNotFoundError } from '@temporalio/client';
import type { AskClosed } from '../workspace/claim.js';
import type { Deps } from './context.js';

/**
 * Asks our own service about a claim's run. A run it does not know is over: its database was deleted, or retention
 * has passed. Another service can't be asked from here.
 */
export function askClosed(deps: Deps): AskClosed {
  return async (claim) => {
    if (claim.hostId !== deps.hostId || claim.service !== deps.service) return 'unknown';
    try {
      const { status, raw } = await deps.client.workflow.getHandle(claim.run).describe();
      // The latest run of that id may be another start's: then the claim's own run is over.
      const isClaims = raw.workflowExecutionInfo?.firstRunId === claim.token;
      return status.name === 'RUNNING' && isClaims ? 'open' : 'closed';
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return 'closed';
      throw error;
    }
  };
}
