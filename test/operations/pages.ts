/** The Web UI's pages as the tests use them. */
import type { Page } from 'playwright-core';
import { runUrl } from '../../src/cli/web-ui.js';
import { service } from '../loop/workflow.js';
import { waitFor } from '../support/wait-for.js';

const timeoutMs = 150_000;
/** A first page on a busy machine takes long; one that hangs is asked for again. */
const pageMs = 30_000;

/** The list of runs that a query finds, by workflow id. */
export async function listedRuns(page: Page, query: string): Promise<string[]> {
  const { uiUrl, namespace } = await service();
  await page.goto(`${uiUrl}/namespaces/${namespace}/workflows?query=${encodeURIComponent(query)}`);
  // "Workflows" until it has counted, then "1 Workflow" or "2 Workflows".
  await page
    .getByRole('heading', { name: /workflow/i })
    .first()
    .waitFor({ timeout: pageMs });
  const links = page.locator('table a[href*="/workflows/"]');
  const texts = await links.allInnerTexts();
  return texts.filter((text) => text.startsWith('ralph/'));
}

/** Until the list shows that run; visibility follows a run with a short delay. */
export function untilListed(page: Page, query: string, run: string): Promise<true> {
  const ask = async () => (await listedRuns(page, query)).includes(run);
  return waitFor(ask, { timeoutMs, what: `${run} in the list of ${query}` }).then(() => true);
}

export async function openRun(page: Page, run: string): Promise<void> {
  await page.goto(runUrl(await service(), run) ?? '');
  await page.getByRole('button', { name: 'Request Cancellation' }).waitFor({ timeout: timeoutMs });
}

/** Text of the page and of the frames in which it shows Markdown. */
export async function textOf(page: Page): Promise<string> {
  const texts = await Promise.all(
    page.frames().map((frame) =>
      frame
        .locator('body')
        .innerText()
        .catch(() => ''),
    ),
  );
  return texts.join('\n');
}

/** Until the page shows all of these. */
export function untilShown(page: Page, parts: string[]): Promise<string> {
  const ask = async () => {
    const text = await textOf(page);
    const missing = parts.filter((part) => !text.includes(part));
    if (missing.length > 0) throw new Error(`not shown: ${missing.join(' | ')}\n${text}`);
    return text;
  };
  return waitFor(ask, { timeoutMs: 60_000, what: 'the page to show what it should' });
}

/** More Actions › Send a Signal, as a person clicks it. */
export async function sendSignal(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More Actions' }).click();
  await page.getByRole('menuitem', { name: 'Send a Signal' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Send a Signal' });
  await dialog.getByTestId('signal-select-button').last().click();
  await dialog.getByRole('option', { name }).click();
  await dialog.getByRole('button', { name: 'Submit' }).click();
}
