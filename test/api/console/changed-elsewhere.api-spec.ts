import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { ordersTable } from '../../support/console/orders-table.js';
import { dialog, press } from '../../support/console/refusable-actions.js';
import { refuse } from '../../support/console/refused-requests.js';
import { eventually } from '../../support/eventually.js';

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

  const owner = () => world.server.as(world.server.first.apiKey);
  const at = (path: string): string => `/workspace/${world.workspaceId}/${path}`;
  const opened = async (path: string): Promise<Page> => (await signedInPage(browser, world, { path: at(path) })).page;
  const workspace = async (): Promise<object> =>
    ((await owner().get(`/api/v1/workspaces/${world.workspaceId}`).expect(200)).body as { data: object }).data;
  const change = (body: object): PromiseLike<unknown> => owner().patch(`/api/v1/workspaces/${world.workspaceId}`).send(body).expect(200);

  it('sends only the settings that were edited', async () => {
    const page = await opened('settings');
    await page.getByLabel('Name', { exact: true }).fill('Renamed');
    await change({ retentionDays: 90 });
    await press(page.getByRole('main'), 'Save');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    expect(await workspace()).toMatchObject({ name: 'Renamed', retentionDays: 90 });
    await eventually(async () => expect(await page.getByLabel('Days for which runs are kept').inputValue()).toBe('90'));
  });

  it('keeps limits of models that were not edited', async () => {
    const page = await opened('models');
    await page.getByLabel('Calls at once').fill('4');
    await change({ modelPolicy: { deny: ['openai/*'] } });
    await press(page.getByRole('main'), 'Save limits');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    expect(await workspace()).toMatchObject({ modelPolicy: { deny: ['openai/*'], callsAtOnce: 4 } });
    await change({ modelPolicy: null });
  });

  it('keeps the selected row when rows above it are deleted', async () => {
    const table = await ordersTable(world.server, 'orders_shifted');
    const page = await opened(`tables/${table.id}`);
    await page.locator('[role="gridcell"][data-row="5"]', { hasText: '205.5' }).click();
    await table.send('delete', '/rows', { filter: { email: 'ada@example.org' } }).expect(200);
    // The rows are read again.
    const search = new URLSearchParams({ filter: JSON.stringify({ total: { $gt: 0 } }) });
    await page.evaluate(`history.pushState({}, '', '?${search.toString()}')`);
    await page.locator('[role="gridcell"][data-row="4"]', { hasText: 'sofia@example.org' }).waitFor();
    await page.keyboard.press('Delete');
    await eventually(async () => expect(await table.find({ email: 'sofia@example.org' })).toMatchObject([{ total: null }]));
    expect(await table.find({ email: 'blaise@example.org' })).toMatchObject([{ total: 222.5 }]);
  });

  it('names what was typed in a cell whose row is no longer listed', async () => {
    const table = await ordersTable(world.server, 'orders_left');
    const page = await opened(`tables/${table.id}`);
    await page.locator('[role="gridcell"][data-row="0"]', { hasText: '240' }).dblclick();
    await page.getByRole('textbox', { name: 'total of row 1' }).fill('77');
    const search = new URLSearchParams({ filter: JSON.stringify({ email: 'grace@example.org' }) });
    await page.evaluate(`history.pushState({}, '', '?${search.toString()}')`);
    await page.getByRole('alert').getByText('“77” was not saved as total of a row that is no longer shown.').waitFor();
    expect(await table.find({ email: 'ada@example.org' })).toMatchObject([{ total: 240 }]);
  });

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
