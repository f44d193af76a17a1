/** The messages a run understands. Signals for the Web UI and scripts, updates of the same names for our command line. */
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { LoopStatus, ResumeMessage } from './types.js';

export const statusQuery = defineQuery<LoopStatus>('status');

export const resumeSignal = defineSignal<[ResumeMessage?]>('resume');
export const pauseSignal = defineSignal('pause');
export const guideSignal = defineSignal<[string]>('guide');

export const resumeUpdate = defineUpdate<LoopStatus, [ResumeMessage?]>('resume');
export const pauseUpdate = defineUpdate<LoopStatus>('pause');
export const guideUpdate = defineUpdate<LoopStatus, [string]>('guide');
