/** What git sees of the starting user's environment. */

/** Settings that say who commits, which configuration counts and how to reach a remote. They are the user's own and stay. */
const KEPT = /^GIT_(AUTHOR_|COMMITTER_|CONFIG_|SSH)|^GIT_EXEC_PATH$/;

/** Variables that let a signing program or a credential helper ask on a terminal or in a window. */
const PROMPTS = new Set(['GPG_TTY', 'SSH_ASKPASS', 'GIT_ASKPASS']);

/** No question is ever asked: nobody sits there to answer it. `:` is the editor that git knows to do nothing. */
const SILENT = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: ':',
  GIT_SEQUENCE_EDITOR: ':',
  GIT_PAGER: 'cat',
  SSH_ASKPASS_REQUIRE: 'never',
};

/**
 * The environment for git and the hooks it runs. Variables that point git at another repository, index or object store
 * (`GIT_DIR` of a hook that started us, say) are left out, and so is whatever opens an editor, a pager or a prompt.
 */
export function gitEnvironment(caller: Record<string, string>): Record<string, string> {
  const kept = Object.entries(caller).filter(
    ([name]) => (!name.startsWith('GIT_') || KEPT.test(name)) && !PROMPTS.has(name),
  );
  return { ...Object.fromEntries(kept), ...SILENT };
}

/**
 * For commands whose messages are read: a language without translations makes git print its own, English ones, and
 * the locale of what it starts stays as it is.
 */
export const ENGLISH = { LANGUAGE: 'en' };
