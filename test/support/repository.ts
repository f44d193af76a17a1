/** A real git repository in a temporary folder, with an identity of its own and nothing of the machine's git settings. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface RepositoryOptions {
  /** Text of the plan. */
  plan?: string;
  /** Text of the PRD. */
  prd?: string;
  /** `0001` unless said. */
  number?: string;
  /** `sample` unless said. */
  slug?: string;
  /** Text by path from the top. */
  files?: Record<string, string>;
  gitignore?: string;
  /** A folder whose content is copied first. */
  from?: string;
}

export interface LoggedCommit {
  hash: string;
  subject: string;
  trailers: Record<string, string>;
}

/** Makes the repository, on branch `main`, with everything in one commit. The caller removes it. */
export async function makeRepository(options: RepositoryOptions = {}): Promise<TestRepository> {
  const { number = '0001', slug = 'sample' } = options;
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'ralph-repo-')));
  const repository = new TestRepository(dir, `${number}_${slug}`, `docs/exec-plans/active/${number}_exec_${slug}.md`);
  if (options.from !== undefined) await cp(options.from, dir, { recursive: true });
  const prdFile = `docs/product-specs/${number}_prd_${slug}.md`;
  const files: Record<string, string | undefined> = {
    'README.md': options.from === undefined ? '# Sample\n' : undefined,
    ...options.files,
    [repository.planFile]: options.plan,
    [prdFile]: options.prd,
    '.gitignore': options.gitignore,
  };
  for (const [path, text] of Object.entries(files)) if (text !== undefined) await repository.write(path, text);
  await repository.git('init', '--quiet', '--initial-branch=main');
  await repository.git('config', 'user.name', 'Test Person');
  await repository.git('config', 'user.email', 'person@example.com');
  await repository.git('add', '--all');
  await repository.git('commit', '--quiet', '--message', 'Start');
  return repository;
}

export class TestRepository {
  constructor(
    readonly dir: string,
    /** `0001_sample` */
    readonly planFolder: string,
    /** Where the plan stands before a run, from the top. */
    readonly planFile: string,
  ) {}

  /** Runs git here and returns what it prints, without the final line break. A failing git is an error with its message. */
  async git(...args: string[]): Promise<string> {
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
    const { stdout } = await run('git', args, { cwd: this.dir, env, maxBuffer: 64 * 1024 * 1024 });
    return stdout.trimEnd();
  }

  async read(path: string): Promise<string> {
    return readFile(join(this.dir, path), 'utf8');
  }

  async write(path: string, text: string): Promise<void> {
    const file = join(this.dir, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  /** Commits of a branch or range, newest first. */
  async log(range = 'HEAD'): Promise<LoggedCommit[]> {
    const text = await this.git('log', '--format=%H%x1f%s%x1f%(trailers:only,unfold)%x1e', range, '--');
    return text
      .split('\x1e')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map(readCommit);
  }

  /** Whether nothing is changed, staged or untracked. */
  async isClean(): Promise<boolean> {
    return (await this.git('status', '--porcelain')) === '';
  }

  /** Checks every object; broken ones are an error that names them. */
  async fsck(): Promise<void> {
    await this.git('fsck', '--strict', '--no-dangling');
  }

  async remove(): Promise<void> {
    await rm(this.dir, { recursive: true, force: true, maxRetries: 3 });
  }
}

function readCommit(entry: string): LoggedCommit {
  const [hash = '', subject = '', trailers = ''] = entry.split('\x1f');
  const pairs = trailers
    .split('\n')
    .filter((line) => line.includes(': '))
    .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]);
  return { hash, subject, trailers: Object.fromEntries(pairs) as Record<string, string> };
}
