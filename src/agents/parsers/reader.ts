import type { AgentEvent } from '../types.js';
import type { JsonObject } from './json.js';

/** What one family does with each JSON object of its stream. */
export interface EventReader {
  read(event: JsonObject): AgentEvent[];
  end(): AgentEvent[];
}

export const nothingLeft = (): AgentEvent[] => [];
