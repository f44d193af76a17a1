import type { Increment } from '../documents/types.js';

/** Prose such as "none (operational)" or "any file that fails" names no file. */
const pathLike = /[\w-]\/|\.[A-Za-z0-9]{1,8}\b|\*|^(Makefile|Dockerfile|LICENSE)\b/;

/** Whether an increment names files to change, so that a work tree without a change can't be its result. */
export function namesFiles({ primaryFiles }: Pick<Increment, 'primaryFiles'>): boolean {
  return primaryFiles.some((item) => {
    const spans = [...item.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
    const candidates = spans.length > 0 ? spans : [item.split(/\s/, 1)[0] ?? ''];
    return candidates.some((candidate) => pathLike.test(candidate));
  });
}
