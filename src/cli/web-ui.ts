import type { Service } from '../service/connection.js';

/** Address of a run in the Web UI; `undefined` where we don't know of one. */
export function runUrl({ uiUrl, namespace }: Service, run: string): string | undefined {
  return uiUrl === undefined ? undefined : `${uiUrl}/namespaces/${namespace}/workflows/${encodeURIComponent(run)}`;
}
