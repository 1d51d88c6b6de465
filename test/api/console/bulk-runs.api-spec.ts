import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { readerPage } from '../../support/console/reader-page.js';
import { eventually } from '../../support/eventually.js';

describeInBrowser('many runs at once', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  const rows = (page: Page, name = '') => page.getByRole('row', { name }).filter({ has: page.getByRole('cell') });
  const job = (page: Page) => page.getByRole('region', { name: 'Bulk job' });

  async function runsPage(search = ''): Promise<Page> {
    const { page } = await signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/logs${search}` });
    await rows(page).first().waitFor();
    return page;
  }

  it('are selected and replayed by keyboard, with a count before and progress after', async () => {
    const page = await runsPage('?status=completed');
    await rows(page).nth(3).waitFor();
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    const bar = page.getByRole('toolbar', { name: 'Selected runs' });
    await bar.getByText('2 selected').waitFor();
    await bar.getByRole('button', { name: 'Replay' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Replay these runs?' });
    await dialog.getByText('2 selected runs.').waitFor();
    await dialog.getByRole('button', { name: 'Replay 2 runs' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await bar.waitFor({ state: 'detached' });
    await job(page).getByText('2 of 2 runs were replayed').waitFor();
    await eventually(async () => expect(await rows(page).count()).toBe(6), 30_000);
    await page.reload();
    await job(page).getByText('2 of 2 runs were replayed').waitFor();
    await job(page).getByRole('button', { name: 'Hide' }).press('Enter');
    await job(page).waitFor({ state: 'detached' });
  });

  it('are cancelled by the filters, and the rest is left as it is', async () => {
    const page = await runsPage();
    await page.getByRole('button', { name: 'Change all runs that match' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Cancel' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Cancel these runs?' });
    await dialog.getByText('1 active run matches the filters').waitFor();
    await dialog.getByRole('button', { name: 'Cancel 1 run' }).press('Enter');
    await job(page).getByText('1 of 1 run was cancelled').waitFor();
    await rows(page, 'Cancelled').waitFor();
  });

  it('say why runs were left as they were', async () => {
    const page = await runsPage('?status=failed');
    await rows(page).first().getByRole('checkbox').press(' ');
    await page.getByRole('toolbar', { name: 'Selected runs' }).getByRole('button', { name: 'Cancel runs' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Cancel these runs?' });
    await dialog.getByText('Runs that have ended stay as they are.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel 1 run' }).press('Enter');
    await job(page).getByText('1 of 1 run was cancelled').or(job(page).getByText('1 run was left as it was')).first().waitFor();
    await rows(page, 'Failed').first().waitFor();
  });

  it('cannot be changed when no run matches', async () => {
    const page = await runsPage('?status=failed');
    await page.getByRole('button', { name: 'Change all runs that match' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Cancel' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Cancel these runs?' });
    await dialog.getByText('No active run matches the filters.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Cancel', exact: true }).isDisabled()).toBe(true);
  });

  it('are no business of readers', async () => {
    const { page } = await readerPage(browser, world, `/workspace/${world.workspaceId}/logs`);
    await rows(page).first().waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Change all runs that match' }).count()).toBe(0);
  });
});
