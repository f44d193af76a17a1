/** Publish: the plan's branch to its remote, and a pull request for it. */
import { join } from 'node:path';
import { parsePlan } from '../documents/parse-plan.js';
import { parsePrd } from '../documents/parse-prd.js';
import { pullRequestBody, pullRequestTitle, withTemplate, type PullRequestFacts } from '../documents/pull-request.js';
import { pushRemote } from '../git/remote.js';
import { runCommits } from '../git/trailers.js';
import { readDocument } from '../workspace/document-file.js';
import { locatePlan } from '../workspace/locate.js';
import { branchOf, hold, type Deps, type Held } from './context.js';
import { crashPoint } from './crash-point.js';
import { Publication, PublishProblem } from './publication.js';
import { openPullRequestWith } from './pull-request-program.js';
import { pullRequestTemplate } from './pull-request-template.js';
import type { PublishInput, PublishResult, RunSettings } from './types.js';

/** Safe to run twice: a branch that is pushed is up to date, and a pull request that is there is renewed. Never forces. */
export async function openPullRequest(
  deps: Deps,
  { ref, settings, base, pullRequest }: PublishInput,
): Promise<PublishResult> {
  const held = await hold(deps, ref);
  const branch = branchOf(ref);
  try {
    const publication = await Publication.open(held, settings);
    const remote = await remoteOf(held, base);
    await publication.must('push', 'git', [
      'push',
      '--set-upstream',
      remote,
      `refs/heads/${branch}:refs/heads/${branch}`,
    ]);
    crashPoint(deps.state, 'after-push');
    if (!pullRequest) return { kind: 'published', remote, url: undefined };
    if (base === branch) throw problem('There is no branch to open a pull request against.');
    const facts = await factsOf(held, settings);
    const body = pullRequestBody(facts);
    const request = {
      title: pullRequestTitle(facts),
      body,
      wholeBody: withTemplate(body, await pullRequestTemplate(held.checkout.top)),
      base,
      branch,
      remote,
    };
    const url = await openPullRequestWith(publication, request, held.runFile.prCommand);
    crashPoint(deps.state, 'after-pull-request');
    return { kind: 'published', remote, url };
  } catch (error) {
    if (error instanceof PublishProblem) return { kind: 'failed', failure: error.failure };
    throw error;
  }
}

async function remoteOf(held: Held, base: string): Promise<string> {
  const remote = await pushRemote(held.checkout, base);
  if (remote === undefined) {
    throw problem('The repository has no remote to push to. Add one: git remote add origin <address>.');
  }
  return remote;
}

async function factsOf({ checkout, ref }: Held, settings: RunSettings): Promise<PullRequestFacts> {
  const { top } = checkout;
  const located = await locatePlan(top, settings.docsRoot, ref.planFolder);
  const archived = located.stage === 'completed';
  const prd = !settings.needsPrd ? undefined : archived ? located.prd : located.workspacePrd;
  return {
    plan: parsePlan(await readDocument(join(top, located.plan)), located.plan).value,
    prd: prd === undefined ? undefined : parsePrd(await readDocument(join(top, prd)), prd).value,
    commits: await runCommits(checkout, ref.planFolder),
  };
}

function problem(sentence: string): PublishProblem {
  return new PublishProblem({ what: 'publish', sentence, tail: '', logFile: '' });
}
