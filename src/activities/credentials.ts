/** Finds what looks like a credential in what a commit would add: once pushed, it has to be revoked. */
import { addedText, type AddedText } from './added-text.js';
import { scan, type FoundCredential } from './secret-scanner.js';

/** @param diff unified diff without context, with the prefixes `a/` and `b/`; only added lines count */
export async function findCredentials(diff: string): Promise<FoundCredential[]> {
  const found: FoundCredential[] = [];
  for (const added of addedText(diff)) found.push(...(await scan(added)), ...ownFormats(added));
  return found;
}

/** What the scanner does not know, as the issuers document it; its own pattern for private keys takes RSA and OpenSSH alone. */
const formats: [name: string, pattern: RegExp][] = [
  ['private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[nr])*[\w+/]{40}/],
  ['GitLab token', /\bglpat-[\w-]{20,}\b/],
  ['Google API key', /\bAIza[\w-]{35}\b/],
  ['OpenAI API key', /\bsk-(?:proj|svcacct|admin)-[\w-]{40,}/],
  ['Stripe key', /\b[rs]k_live_[A-Za-z0-9]{20,}\b/],
];

function ownFormats({ path, text, lines }: AddedText): FoundCredential[] {
  return formats.flatMap(([what, pattern]) => {
    const hit = pattern.exec(text);
    if (hit === null) return [];
    const line = lines[text.slice(0, hit.index).split('\n').length - 1] ?? 1;
    return [{ path, line, what }];
  });
}
