/** Finds in a diff what looks like a credential beyond doubt: once committed and pushed, it has to be revoked. */

/** Formats with a fixed beginning and length, as their issuers document them; guesses by entropy would block honest work. */
const formats: [name: string, pattern: RegExp][] = [
  ['private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----/],
  ['AWS access key', /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/],
  ['GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,})\b/],
  ['GitLab token', /\bglpat-[\w-]{20,}\b/],
  ['Slack token', /\bxox[abpors]-[\w-]{20,}\b/],
  ['Google API key', /\bAIza[\w-]{35}\b/],
  ['Anthropic API key', /\bsk-ant-[\w-]{30,}\b/],
  ['OpenAI API key', /\bsk-(?:proj-)?[A-Za-z0-9]{40,}\b/],
  ['npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['Stripe key', /\b[rs]k_live_[A-Za-z0-9]{20,}\b/],
];

/** No honest line of a credential is longer; minified code is. */
const longestLine = 4_000;

export interface FoundCredential {
  path: string;
  /** "GitHub token" */
  what: string;
}

/** @param diff unified diff with the prefixes `a/` and `b/`; only added lines count */
export function findCredentials(diff: string): FoundCredential[] {
  const found: FoundCredential[] = [];
  let path = '';
  for (const line of diff.split('\n')) {
    if (line.startsWith('+++ '))
      path = line
        .slice(4)
        .replace(/^"?b\//, '')
        .replace(/["\t]*$/, '');
    else if (line.startsWith('+') && line.length <= longestLine) {
      const hit = formats.find(([, pattern]) => pattern.test(line));
      if (hit !== undefined) found.push({ path, what: hit[0] });
    }
  }
  return found;
}
