import { posix } from 'node:path';
import { scan } from '../documents/scan.js';
import type { Finding } from '../documents/types.js';
import type { AuditFacts } from './audit-types.js';

/** Inline links and images, and reference definitions; code is masked before. */
const LINK = /\]\(\s*<?([^)\s>]+)|^ {0,3}\[[^\]]+\]:\s+<?([^\s>]+)/g;

/** Relative links that hold where the plan stands now and break where archival puts it. */
export function checkLinks(file: string, { planText, completedPlan, pathExists }: AuditFacts): Finding[] {
  const from = posix.dirname(file);
  const to = posix.dirname(completedPlan);
  return scan(planText).lines.flatMap((line, index) => {
    if (line.opaque !== undefined) return [];
    return [...line.visible.matchAll(LINK)].flatMap((match): Finding[] => {
      const link = match[1] ?? match[2] ?? '';
      const path = decoded(link.replace(/[#?].*$/, ''));
      if (path === '' || /^(?:[a-z][\w+.-]*:|\/)/i.test(path)) return [];
      const now = posix.join(from, path);
      const later = posix.join(to, path);
      if (now === later || !pathExists(now) || pathExists(later)) return [];
      return [
        {
          level: 'warning',
          code: 'link-breaks-after-archival',
          message: `The link ${link} holds in ${from}/ but not in ${to}/, where archival moves the plan.`,
          file,
          line: index + 1,
          column: match.index + 1,
          hint: `Link to ${posix.relative(to, now)}, which holds there.`,
        },
      ];
    });
  });
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
