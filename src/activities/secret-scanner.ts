/** secretlint, set up so that an agent can't switch it off, samples pass, and nothing of it grows in a long-lived worker. */
import type { SecretLintCoreConfig, SecretLintRuleCreator, SecretLintRuleCreatorOptions } from '@secretlint/types';
import { extname } from 'node:path';
import type { AddedText } from './added-text.js';

export interface FoundCredential {
  path: string;
  /** In the new file, from 1. */
  line: number;
  /** "GitHub Token"; never the credential itself. */
  what: string;
}

/** Loaded by the first commit: it takes longer than all else that a worker does at its start. */
export async function scan({ path, text, lines }: AddedText): Promise<FoundCredential[]> {
  const { lintSource, config } = await (loaded ??= load());
  const { messages } = await lintSource({
    source: { filePath: path, content: text, ext: extname(path), contentType: 'text' },
    options: { config, maskSecrets: true, noPhysicFilePath: true },
  });
  return messages.map(({ message, loc }) => ({
    path,
    line: lines[loc.start.line - 1] ?? 1,
    // "found GitHub Token(***): ***"
    what: message.replace(/^found /, '').replace(/[(:][^]*$/, ''),
  }));
}

let loaded: ReturnType<typeof load> | undefined;

async function load() {
  const [{ lintSource }, { creator }, { secretLintProfiler }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('@secretlint/profiler'),
  ]);
  // It keeps some sixty measurements of each scan for ever, and searches them all at each.
  secretLintProfiler.mark = () => undefined;
  return { lintSource, config: configFor(creator.rules) };
}

/** Hosts on nobody's network (RFC 2606, RFC 6761), of this machine, or of a container: samples and tests hold such addresses. */
const ownHosts = [
  '/@(?:[\\w-]+|127\\.[\\d.]+|[\\w.-]*\\bexample(?:\\.(?:com|net|org))?|[\\w.-]+\\.(?:test|invalid|localhost))(?=[:/?\\s"\'`]|$)/i',
];

function configFor(known: readonly SecretLintRuleCreator[]): SecretLintCoreConfig {
  const rule = (name: string) => `@secretlint/secretlint-rule-${name}`;
  const settings: Record<string, { options: SecretLintRuleCreatorOptions; allowMessageIds?: string[] }> = {
    // A key's id alone is what leaks most often; an account's number is no secret.
    [rule('aws')]: { options: { enableIDScanRule: true }, allowMessageIds: ['AWSAccountID'] },
    [rule('basicauth')]: { options: { allows: ownHosts } },
    [rule('database-connection-string')]: { options: { allows: ownHosts } },
  };
  // By the comments of that rule an agent could switch the scan off.
  const rules = known.filter(({ meta }) => meta.id !== rule('filter-comments'));
  return { rules: rules.map((creator) => ({ id: creator.meta.id, rule: creator, ...settings[creator.meta.id] })) };
}
