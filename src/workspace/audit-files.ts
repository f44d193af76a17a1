import type { Finding, Plan } from '../documents/types.js';
import type { AuditFacts } from './audit-types.js';
import { lineOf } from './audit-lines.js';

/** One plain path: no glob, brace set, arrow, place holder or line number. */
const PLAIN_PATH = /^(?:\.\/)?[\w@.+-]+(?:\/[\w@.+[\]()-]+)*\/?$/;
const NAMES_A_FILE = /\/|\.[A-Za-z][A-Za-z0-9]{0,7}$/;
const NEW = /\(\s*new\b|\bnew\s*\)|\[new\]|[—–:-]\s*new\b|\bnew file\b|\bcreate[sd]?\b/i;

function pathsOf(item: string): string[] {
  const spans = [...item.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
  const candidates = spans.length > 0 ? spans : [item.trim().split(/\s/, 1)[0] ?? ''];
  return candidates
    .map((path) => path.replace(/[,;:]$/, ''))
    .filter((path) => PLAIN_PATH.test(path) && NAMES_A_FILE.test(path));
}

/** Primary files that neither exist nor are said to be new, by this increment or one before it. */
export function checkFiles(plan: Plan, { pathExists }: AuditFacts): Finding[] {
  const promised = new Set<string>();
  return plan.increments.flatMap((increment) =>
    increment.primaryFiles.flatMap((item) => {
      const paths = pathsOf(item).map((path) => path.replace(/^\.\/|\/$/g, ''));
      const missing = paths.filter(
        (path) => !promised.has(path) && !NEW.test(item) && !/→|->/.test(item) && !pathExists(path),
      );
      paths.forEach((path) => promised.add(path));
      if (increment.status === 'done') return [];
      return missing.map((path): Finding => {
        return {
          level: 'info',
          code: 'primary-file-missing',
          message: `Increment ${increment.id} names ${path}, which is not there.`,
          file: plan.file,
          line: lineOf(increment, item),
          hint: 'Correct the path, or add `(new)` if the increment makes it.',
        };
      });
    }),
  );
}
