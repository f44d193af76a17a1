import { describe, expect, it } from '@jest/globals';
import { openCheckout } from '../../src/git/checkout.js';
import { commitAll } from '../../src/git/commit.js';
import { readState } from '../../src/git/state.js';
import { waitFor } from '../support/wait-for.js';
import { addHook, setUp, sh, testEnv } from './support.js';

const TRAILERS = { 'Ralph-Increment': '0001_x/01', 'Ralph-Iteration': '1' };

describe('commitAll', () => {
  it('commits changes, untracked and forced files, with message and trailers as given', async () => {
    const { repository, checkout } = await setUp({ files: { old: 'x' }, gitignore: '*.log\n' });
    sh(repository.dir, `git mv old 'n ü'; echo > new; echo > keep.log; echo > other.log`);
    const message = 'feat(0001): increment 01 — #1 "quoted" `code`\n\n# not a comment';
    const result = await commitAll(checkout, { message, trailers: TRAILERS, forcePaths: ['keep.log', 'missing'] });
    const hash = await repository.git('rev-parse', 'HEAD');
    expect(result).toEqual({ kind: 'committed', hash, files: ['keep.log', 'n ü', 'new', 'old'] });
    expect(await repository.git('log', '-1', '--format=%B')).toBe(
      `${message}\n\nRalph-Increment: 0001_x/01\nRalph-Iteration: 1`,
    );
    expect(await repository.git('-c', 'core.quotePath=false', 'ls-files')).toBe(
      '.gitignore\nREADME.md\nkeep.log\nn ü\nnew',
    );
    expect(await repository.isClean()).toBe(true);
  });

  it('says when there is nothing, unless an empty commit is wanted', async () => {
    const { repository, checkout } = await setUp();
    expect(await commitAll(checkout, { message: 'x' })).toEqual({ kind: 'nothing' });
    expect(await commitAll(checkout, { message: 'x', allowEmpty: true })).toMatchObject({ kind: 'committed' });
    expect(await repository.log()).toHaveLength(2);
  });

  it.each([
    ['pre-commit', 'hook-failed'],
    ['prepare-commit-msg', 'message-refused'],
    ['commit-msg', 'message-refused'],
  ])('gives the output of a %s hook that says no', async (hook, kind) => {
    const setup = await setUp();
    await addHook(setup, hook, 'for i in {1..2000}; do echo filler; done; echo "lint: a.txt is bad" >&2; exit 3');
    await setup.repository.write('a.txt', 'x');
    const result = await commitAll(setup.checkout, { message: 'x', allowEmpty: true });
    expect(result).toEqual({ kind, output: expect.stringMatching(/filler[^]*lint: a\.txt is bad$/) });
    expect('output' in result && result.output.length).toBeLessThanOrEqual(4_000);
    expect(await setup.repository.log()).toHaveLength(1);
  });

  it('accepts a hook that reformats and stages', async () => {
    const setup = await setUp();
    await addHook(setup, 'pre-commit', 'sed -i s/x/y/ a.txt; git add a.txt');
    await setup.repository.write('a.txt', 'x');
    expect(await commitAll(setup.checkout, { message: 'x', trailers: TRAILERS })).toMatchObject({ kind: 'committed' });
    expect(await setup.repository.git('show', 'HEAD:a.txt')).toBe('y');
    expect(await setup.repository.isClean()).toBe(true);
  });

  it.each([
    ['rewrites the message', 'echo other > "$1"', 'trailers-lost'],
    ['adds a paragraph after the trailers', 'printf "\\nSee the wiki.\\n" >> "$1"', 'trailers-lost'],
    ['adds a trailer', 'git interpret-trailers --in-place --trailer "Change-Id: I1" "$1"', 'committed'],
  ])('checks what became of the trailers when a hook %s', async (_title, script, kind) => {
    const setup = await setUp();
    await addHook(setup, 'commit-msg', script);
    await setup.repository.write('a.txt', 'x');
    const result = await commitAll(setup.checkout, { message: 'x', trailers: TRAILERS });
    expect(result).toMatchObject({ kind, hash: await setup.repository.git('rev-parse', 'HEAD') });
  });

  it('does not wait for what a hook left running, and gives hooks an empty standard input', async () => {
    const setup = await setUp();
    await addHook(setup, 'pre-commit', `cat > got; (trap '' INT; exec sleep 30) & echo $! > .git/sleeper`);
    await setup.repository.write('a.txt', 'x');
    const started = Date.now();
    expect(await commitAll(setup.checkout, { message: 'x' })).toMatchObject({ kind: 'committed' });
    expect(Date.now() - started).toBeLessThan(15_000);
    process.kill(Number(await setup.repository.read('.git/sleeper')), 'SIGKILL');
    expect(await setup.repository.read('got')).toBe('');
  });

  it('can be aborted while a hook hangs', async () => {
    const setup = await setUp();
    await addHook(setup, 'pre-commit', 'echo $$ > .git/hanging; exec sleep 30');
    await setup.repository.write('a.txt', 'x');
    const abort = new AbortController();
    const commit = commitAll(setup.checkout, { message: 'x', signal: abort.signal });
    const read = () => setup.repository.read('.git/hanging');
    const pid = await waitFor(read, { timeoutMs: 10_000, what: 'the hook to start' });
    abort.abort();
    await expect(commit).rejects.toThrow(/abort/i);
    process.kill(Number(pid), 'SIGKILL');
    expect(await setup.repository.log()).toHaveLength(1);
  });

  it('says what git says without an identity', async () => {
    const { repository, checkout } = await setUp();
    sh(
      repository.dir,
      'git config --unset user.name; git config --unset user.email; git config user.useConfigOnly true; echo > n',
    );
    expect(await commitAll(checkout, { message: 'x' })).toEqual({
      kind: 'failed',
      output: expect.stringMatching(/user\.email|identity/),
    });
  });

  it('fails when the signing program does, which gets no terminal', async () => {
    const setup = await setUp();
    await addHook(setup, 'fake-gpg', 'echo "${GPG_TTY-none}" > .git/tty; exit 2');
    sh(
      setup.repository.dir,
      `git config commit.gpgsign true; git config gpg.program "$PWD/.git/hooks/fake-gpg"; echo > n`,
    );
    const checkout = await openCheckout(setup.repository.dir, testEnv({ GPG_TTY: '/dev/tty' }));
    expect(await commitAll(checkout, { message: 'x' })).toEqual({
      kind: 'failed',
      output: expect.stringMatching(/failed to sign/),
    });
    expect(await setup.repository.read('.git/tty')).toBe('none\n');
  });

  it('fails while the index is locked', async () => {
    const { repository, checkout } = await setUp();
    sh(repository.dir, 'echo > n; touch .git/index.lock');
    expect(await commitAll(checkout, { message: 'x' })).toEqual({
      kind: 'failed',
      output: expect.stringMatching(/index\.lock/),
    });
  });

  it('leaves a nested repository out', async () => {
    const { repository, checkout } = await setUp();
    sh(repository.dir, 'git init -q nested; (cd nested; echo > f; git add .; git commit -qm x); echo > n');
    expect(await commitAll(checkout, { message: 'x' })).toMatchObject({ kind: 'committed' });
    expect(await repository.git('ls-files')).toBe('README.md\nn');
    expect((await readState(checkout)).nested).toEqual(['nested']);
  });
});
