/** Masks a text that comes in pieces: a secret may be cut between two of them. */
import { maskWhole } from './secrets.js';

export interface SecretStream {
  /** What may be shown of the text so far; its end is held back as long as it may be a secret's beginning. */
  push(text: string): string;
  /** What was held back. */
  end(): string;
}

/** @param secrets as `secretsOf` gives them */
export function createSecretStream(secrets: readonly string[]): SecretStream {
  let held = '';
  return {
    push(text) {
      const all = held + text;
      const from = all.length - beginningAtEnd(all, secrets);
      const safe = endOfMatches(all, secrets, from);
      held = all.slice(safe);
      return maskWhole(all.slice(0, safe), secrets);
    },
    end() {
      const rest = held;
      held = '';
      return maskBeginning(rest, secrets);
    },
  };
}

/** Characters of a secret's beginning by which a text that ends with them is taken for one that was cut. */
const shortestBeginning = 6;

function maskBeginning(rest: string, secrets: readonly string[]): string {
  const masked = maskWhole(rest, secrets);
  const cut = beginningAtEnd(masked, secrets);
  return cut < shortestBeginning ? masked : `${masked.slice(0, -cut)}***`;
}

/** Length of the longest end of the text that is the beginning of a secret, but not all of it. */
function beginningAtEnd(text: string, secrets: readonly string[]): number {
  let longest = 0;
  for (const secret of secrets) {
    for (let length = Math.min(secret.length - 1, text.length); length > longest; length -= 1) {
      if (text.endsWith(secret.slice(0, length))) longest = length;
    }
  }
  return longest;
}

/** Where what begins before `from` is over: a secret that begins there may reach beyond. */
function endOfMatches(text: string, secrets: readonly string[], from: number): number {
  let end = from;
  for (const secret of secrets) {
    const last = text.lastIndexOf(secret, from - 1);
    if (from > 0 && last >= 0) end = Math.max(end, last + secret.length);
  }
  return end;
}
