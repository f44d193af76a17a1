/** `init`: a PRD and a plan to begin with, under the next free number; or the prompt's template. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BUILT_IN_PROMPT } from '../agents/built-in-prompt.js';
import { defaultLayout, parsePrdFileName, planFileName, prdFileName, type PlanName } from '../documents/layout.js';
import { planSkeleton, prdSkeleton } from '../documents/skeleton.js';
import { UserError, errnoOf } from '../errors.js';
import { exists } from '../workspace/document-file.js';
import { findPlans } from '../workspace/locate.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import { print } from './output.js';
import { findPlace, type Place, type RepoOptions } from './place.js';

export interface InitOptions extends RepoOptions {
  title?: string;
  number?: number;
  prompt?: boolean;
}

const promptFile = 'ralph-prompt.md';

const slugCharacters = 60;
const lastNumber = 9_999;

/** @throws UserError `init-title`, `number-taken`, `no-number`, `already-there` */
export async function init({ title = 'New plan', number, prompt, repo }: InitOptions): Promise<ExitCode> {
  const place = await findPlace(repo === undefined ? {} : { repo });
  if (prompt === true) return initPrompt(place);
  const line = title.replace(/\s+/g, ' ').trim();
  const slug = slugOf(line);
  if (slug === '') throw new UserError('init-title', `"${title}" gives no file name.`, 'Use letters or digits in it.');
  const taken = await takenNumbers(place);
  const chosen = number ?? Math.max(0, ...taken) + 1;
  refuseNumber(chosen, taken);
  const name = { number: String(chosen).padStart(4, '0'), slug };
  const files = filesOf(place, name, line);
  await writeNew(place, files);
  files.forEach(({ path }) => print(path));
  print(`\nWrite down what is to be built, then look at it: ralph audit ${name.number}`);
  return exitCodes.complete;
}

async function initPrompt(place: Place): Promise<ExitCode> {
  await writeNew(place, [{ path: promptFile, text: BUILT_IN_PROMPT }]);
  print(`${promptFile}\n\nIt counts once ralph.config.json says "promptFile": "${promptFile}" and both are committed.`);
  return exitCodes.complete;
}

function slugOf(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{Mark}+/gu, '');
  const words = plain.toLowerCase().replace(/[^\p{Letter}\p{Number}]+/gu, '-');
  return Array.from(words)
    .slice(0, slugCharacters)
    .join('')
    .replace(/^-+|-+$/g, '');
}

/** Of plans and PRDs, wherever they stand. */
async function takenNumbers({ checkout, config }: Place): Promise<number[]> {
  const plans = await findPlans(checkout.top, config.docsRoot);
  const specs = join(checkout.top, defaultLayout(config.docsRoot).specs);
  const prds = await readdir(specs).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  });
  const names = [...plans, ...prds.map(parsePrdFileName)];
  return names.flatMap((name) => (name === undefined ? [] : [Number(name.number)]));
}

function refuseNumber(chosen: number, taken: number[]): void {
  if (taken.includes(chosen)) {
    throw new UserError(
      'number-taken',
      `There is a plan or PRD ${chosen} already.`,
      'Leave --number out for a free one.',
    );
  }
  if (chosen > lastNumber) {
    throw new UserError('no-number', `${chosen} has more than four digits.`, 'Choose a free one with --number.');
  }
}

function filesOf({ config }: Place, name: PlanName, title: string): { path: string; text: string }[] {
  const layout = defaultLayout(config.docsRoot);
  const subject = { ...name, title };
  return [
    { path: `${layout.specs}/${prdFileName(name)}`, text: prdSkeleton(subject) },
    { path: `${layout.active}/${planFileName(name)}`, text: planSkeleton(subject) },
  ];
}

/** All or nothing, as far as can be known before. */
async function writeNew({ checkout }: Place, files: { path: string; text: string }[]): Promise<void> {
  for (const { path } of files) {
    if (await exists(join(checkout.top, path)))
      throw new UserError('already-there', `${path} is there already.`, 'Nothing was written.');
  }
  for (const { path, text } of files) {
    const file = join(checkout.top, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: 'wx' });
  }
}
