import { defineSearchAttributeKey } from '@temporalio/common';

/** What runs can be found by, in the Web UI and by `list`. Never encrypted by a codec: no secrets in them. */
export const RalphRepository = defineSearchAttributeKey('RalphRepository', 'KEYWORD');
export const RalphPlan = defineSearchAttributeKey('RalphPlan', 'KEYWORD');
export const RalphState = defineSearchAttributeKey('RalphState', 'KEYWORD');
export const RalphIncrement = defineSearchAttributeKey('RalphIncrement', 'KEYWORD');

/** All of them; the service registers these names, since an upsert of an unknown one fails the workflow task for ever. */
export const searchAttributes = [RalphRepository, RalphPlan, RalphState, RalphIncrement] as const;
