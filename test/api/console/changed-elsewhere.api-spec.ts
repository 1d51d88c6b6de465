import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { dialog, press } from '../../support/console/refusable-actions.js';
import { refuse } from '../../support/console/refused-requests.js';

describeInBrowser('the console, while others change the same things,', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  const at = (path: string): string => `/workspace/${world.workspaceId}/${path}`;
  const opened = async (path: string): Promise<Page> => (await signedInPage(browser, world, { path: at(path) })).page;

  it('keeps the views that another tab has saved', async () => {
    const first = await opened('logs');
    const second = await first.context().newPage();
    await second.goto(world.server.url + at('logs'));
    const save = async (page: Page, name: string): Promise<void> => {
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('menuitem', { name: /^Save/ }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill(name);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await second.getByRole('button', { name: 'Views' }).waitFor();
    await save(first, 'Failed');
    await save(second, 'Slow');
    await first.getByRole('button', { name: 'Views' }).click();
    for (const name of ['Failed', 'Slow']) await first.getByRole('menuitem', { name }).waitFor();
  });

  it('shows the failure of a deletion only until its dialog is closed', async () => {
    const { base, document } = world.knowledge;
    const page = await opened(`knowledge/${base}?document=${document}`);
    const refusal = { text: 'refused', answer: { status: 403, json: { error: 'Refused once', code: 'FORBIDDEN' } } };
    await refuse(page, { method: 'DELETE', path: /\/documents\// }, refusal);
    await press(page.getByRole('main'), 'Delete');
    await press(dialog(page), 'Delete document');
    await dialog(page).getByText('Refused once').waitFor();
    await press(dialog(page), 'Cancel');
    await press(page.getByRole('main'), 'Delete');
    await dialog(page).getByRole('button', { name: 'Delete document' }).waitFor();
    expect(await dialog(page).getByText('Refused once').count()).toBe(0);
  });
});
