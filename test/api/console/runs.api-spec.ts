import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { focused } from '../../support/console/focus.js';
import { eventually } from '../../support/eventually.js';

describeInBrowser('the list of runs', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  async function runsPage(): Promise<Page> {
    const { page } = await signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/logs` });
    await rows(page).nth(5).waitFor();
    return page;
  }
  const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
  const columns = (page: Page): Promise<readonly string[]> => page.getByRole('columnheader').filter({ hasText: /./ }).allInnerTexts();

  it('is filtered by status, with a chip and in the address', async () => {
    const page = await runsPage();
    await page.getByRole('radio', { name: 'Paused' }).click();
    await page.getByRole('button', { name: 'Remove filter: Paused' }).waitFor();
    await eventually(async () => expect(await rows(page).count()).toBe(1));
    await page.waitForURL(/[?&]status=paused/);
    await page.getByRole('button', { name: 'Remove filter: Paused' }).click();
    await rows(page).nth(5).waitFor();
  });

  it('counts runs over time, and a column leads to its runs by keyboard', async () => {
    const page = await runsPage();
    await page.getByText('6 runs,').waitFor();
    await page.getByText('1 failed', { exact: true }).waitFor();
    const strip = page.getByRole('group', { name: 'Runs over time' });
    const columnsOfTime = strip.getByRole('button');
    const titles = await Promise.all((await columnsOfTime.all()).map((column) => column.getAttribute('title')));
    const wanted = titles.findLastIndex((title) => /: [1-9]/.test(title ?? ''));
    await columnsOfTime.last().focus();
    for (let at = titles.length - 2; at >= wanted; at -= 1) {
      await page.keyboard.press('ArrowLeft');
      await focused(columnsOfTime.nth(at));
    }
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Remove filter: From/ }).waitFor();
    await rows(page).first().waitFor();
  });

  it('keeps columns and views in the browser, and forgets a removed view', async () => {
    const page = await runsPage();
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    await page.getByRole('menuitemcheckbox', { name: 'Cost' }).press(' ');
    await page.getByRole('menuitemcheckbox', { name: 'Run' }).press(' ');
    await page.keyboard.press('Escape');
    const wanted = ['Status', 'Workflow', 'Trigger', 'Started', 'Duration', 'Run', 'Error'];
    await eventually(async () => expect(await columns(page)).toEqual(wanted));
    await page.getByRole('radio', { name: 'Failed' }).click();
    await page.getByRole('button', { name: 'Remove filter: Failed' }).waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Morning');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto(`${world.server.url}/workspace/${world.workspaceId}/logs`);
    await rows(page).nth(5).waitFor();
    await eventually(async () => expect(await columns(page)).toEqual(wanted));
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Morning' }).click();
    await page.getByRole('button', { name: 'Remove filter: Failed' }).waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save or remove views' }).click();
    await page.getByRole('button', { name: 'Remove Morning' }).click();
    await page.getByRole('button', { name: 'Remove Morning' }).waitFor({ state: 'detached' });
    await focused(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Views' }).click();
    await eventually(async () => expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Save this view…']));
  });

  it('keeps the seconds of its range in the filter dialog, and closes what is shown with Escape', async () => {
    const range = 'from=2020-01-01T00:00:30.500Z&to=2040-01-01T23:59:59.999Z';
    const { page } = await signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/logs?${range}&run=${world.runs.failed}` });
    const preview = page.getByRole('complementary', { name: 'Preview of the run' });
    await preview.waitFor();
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Filter runs' });
    await dialog.getByLabel('At least, in ms').fill('0');
    await dialog.getByRole('button', { name: 'Filter', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const search = new URL(page.url()).searchParams;
    expect([search.get('from'), search.get('to')]).toEqual(['2020-01-01T00:00:30.500Z', '2040-01-01T23:59:59.999Z']);
  });

  it('is exported as it is filtered', async () => {
    const page = await runsPage();
    await page.getByRole('radio', { name: 'Failed' }).click();
    await page.getByRole('button', { name: 'Remove filter: Failed' }).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'JSON Lines' }).click()]);
    expect(download.suggestedFilename()).toBe('runs.jsonl');
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { executionId: string }).executionId)).toEqual([world.runs.failed]);
  });

  it('says quietly that the server has a newer console than the page', async () => {
    const page = await runsPage();
    const line = page.getByText('A new version is ready');
    expect(await line.count()).toBe(0);
    // The page of an older build.
    await page.route('**/logs', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/(name="sluice-build" content=")[^"]+/, '$10000000000000000');
      await route.fulfill({ response, body });
    });
    await page.reload();
    await line.waitFor();
    await page.unroute('**/logs');
    await page.getByRole('button', { name: 'Reload' }).press('Enter');
    await line.waitFor({ state: 'detached' });
    await rows(page).nth(5).waitFor();
  });
});
