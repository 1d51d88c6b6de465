import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { fillSignIn, signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { focused, keepFocus } from '../../support/console/focus.js';
import { pasted } from '../../support/console/pasted.js';
import { readerPage } from '../../support/console/reader-page.js';
import { eventually } from '../../support/eventually.js';
import { claimLink, recoveryToken } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { barriers, overflow, watchedPage, type WatchedPage } from '../../support/watched-page.js';

describeInBrowser('the home page of a workspace', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  it('is where the sign-in leads, and its numbers lead to the runs behind them', async () => {
    const watched = await watchedPage(browser, 'desk');
    const { page } = watched;
    await page.goto(`${world.server.url}/login`);
    await fillSignIn(page, world.email);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.waitForURL(`${world.server.url}/workspace/${world.workspaceId}`);
    await page.getByRole('link', { name: /^1 \(/ }).click();
    await page.waitForURL(/\/logs\?/);
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('level')).toBe('error');
    // The first of 24 whole hours, as it is counted.
    expect(Date.parse(searchParams.get('from') ?? '') % 3_600_000).toBe(0);
    expect(watched.complaints).toEqual([]);
  });

  it('names failing workflows with their error, and the questions for the person', async () => {
    const { page } = await signedInPage(browser, world);
    const failing = page.getByRole('region', { name: 'Failing workflows' });
    await failing.getByText(/The stock of .* cannot be read/).waitFor();
    await page.getByRole('region', { name: 'Questions for you' }).getByRole('link').first().waitFor();
    await page.getByRole('region', { name: 'Runs that do not go on' }).getByText('All active runs go on').waitFor();
    await page.getByRole('region', { name: 'Limits of your account' }).getByText('Storage').waitFor();
    await failing.getByRole('link', { name: 'Open the last run' }).click();
    await page.waitForURL(`**/logs/${world.runs.failed}`);
  });

  it('has its figures as a table too, which opens by keyboard, and keeps the range in the address', async () => {
    const { page } = await signedInPage(browser, world);
    await keepFocus(page.getByText('The figures as a table'));
    await page.keyboard.press('Enter');
    const rows = page.getByRole('table', { name: 'Runs over time' }).getByRole('row');
    await rows.nth(1).waitFor();
    await page.getByRole('radio', { name: '7 days' }).click();
    await page.waitForURL(/range=7d/);
    await page.reload();
    await page.getByRole('radio', { name: '7 days', checked: true }).waitFor();
  });

  it('shows the failure of one list beside the others, and tries again', async () => {
    const { page } = await signedInPage(browser, world);
    let isDown = true;
    await page.route('**/api/v1/logs/errors**', async (route) => {
      await (isDown ? route.fulfill({ status: 503, json: { error: 'The server is restarting', code: 'UNAVAILABLE' } }) : route.continue());
    });
    await page.goto(`${world.server.url}/workspace/${world.workspaceId}`);
    const failing = page.getByRole('region', { name: 'Failing workflows' });
    await failing.getByText('The server is restarting').waitFor();
    await page.getByRole('region', { name: 'Limits of your account' }).getByText('Storage').waitFor();
    isDown = false;
    await failing.getByRole('button', { name: 'Try again' }).click();
    await failing.getByText(/cannot be read/).waitFor();
  });

  it('is read by a person who may only read', async () => {
    const watched = await readerPage(browser, world);
    await watched.page
      .getByRole('region', { name: 'Failing workflows' })
      .getByText(/cannot be read/)
      .waitFor();
    await watched.page.getByText('No run waits for you.').waitFor();
    expect(watched.complaints).toEqual([]);
  });
});

describeInBrowser('the home page of an empty workspace', () => {
  let server: TestApp;
  let email: string;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestApp(), openBrowser()]);
    await claimLink(server, await recoveryToken(server, server.first.userId)).expect(200);
    const { body } = await server.as(server.first.apiKey).get('/api/v1/session').expect(200);
    email = (body as { data: { user: { email: string } } }).data.user.email;
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  async function opened(): Promise<WatchedPage> {
    const watched = await watchedPage(browser, 'desk');
    await watched.page.goto(`${server.url}/login`);
    await fillSignIn(watched.page, email);
    await watched.page.getByRole('heading', { name: 'Begin with a workflow' }).waitFor();
    return watched;
  }

  it('offers to import a document and to create a workflow', async () => {
    const { page } = await opened();
    await page.getByRole('button', { name: 'Import' }).click();
    await focused(page.getByRole('dialog', { name: 'Import a workflow' }));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create workflow' }).click();
    await page.getByLabel('Name', { exact: true }).fill('The first');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/w\/[0-9a-f-]{36}$/);
  });

  it('runs the example with a command that works when it is pasted, and leads to the trace', async () => {
    const watched = await opened();
    const { page } = watched;
    await page.getByRole('button', { name: 'Run the example' }).focus();
    await page.keyboard.press('Enter');
    const command = page.locator('pre');
    await command.waitFor();
    await page.getByText('Waiting for the run').waitFor();
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      // What is read out while the button works is gone after some seconds.
      await eventually(async () => expect(await barriers(page)).toEqual([]), 30_000);
      await eventually(async () => expect(await overflow(page)).toBe(0));
    }
    const answer = await pasted(await command.innerText());
    expect([answer.status, await answer.json()]).toEqual([202, { customer: 'Ada', fee: 10 }]);
    await page.getByRole('link', { name: 'open its trace' }).click();
    await page.getByRole('tree', { name: 'Trace' }).getByText('Work Out Fee').waitFor();
    await home(page);
    await page.getByRole('link', { name: '1', exact: true }).first().waitFor();
    expect(watched.complaints).toEqual([]);
  });

  async function home(page: Page): Promise<void> {
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Home' }).click();
  }
});
