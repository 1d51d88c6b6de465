import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { readerPage } from '../../support/console/reader-page.js';
import { barriers } from '../../support/watched-page.js';

describeInBrowser('operators in the console', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld({ inProcess: true }), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  async function opened(path: string): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> {
    const { page, complaints } = await signedInPage(browser, world, { path: `/operator/${path}` });
    return { page, complaints };
  }

  it('create users, make links with which they choose a password, and suspend them', async () => {
    const { page, complaints } = await opened('users');
    await page.getByRole('button', { name: 'Create user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('new@example.org');
    await dialog.getByLabel('Name').fill('Grace Hopper');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    const actions = page.getByRole('button', { name: 'Actions of new@example.org' });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Make recovery link' }).click();
    await page.getByText(/\/recover#.{20,}/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await actions.click();
    await page.getByRole('menuitem', { name: 'Suspend' }).click();
    await page.getByRole('row', { name: /new@example.org .*suspended/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('create organizations and change their plans', async () => {
    const { page, complaints } = await opened('organizations');
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.getByLabel('Name').fill('Northwind');
    await page.getByRole('dialog').getByRole('button', { name: 'Create organization' }).click();
    await page.getByRole('button', { name: 'Change Northwind' }).click();
    await page.getByLabel('Plan').fill('free');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Northwind free/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('see the state of the server, and the key of the audit log', async () => {
    const { page, complaints } = await opened('status');
    await page
      .getByRole('table', { name: 'Checks' })
      .getByRole('row', { name: /Database/ })
      .waitFor();
    await page
      .getByRole('table', { name: 'Processes' })
      .getByRole('row', { name: /answered.* Working all/ })
      .waitFor();
    await page.getByRole('region', { name: 'Queue' }).getByText('Waiting for the next attempt').waitFor();
    await page.getByRole('link', { name: 'Audit key' }).click();
    await page.getByText('BEGIN PUBLIC KEY').waitFor();
    expect(complaints).toEqual([]);
  });

  it('read at the top of the page what is wrong, and with which command to go on', async () => {
    const { page } = await opened('status');
    let projections = 'ok';
    // A full disk of the machine that runs the test is not the subject.
    await page.route('**/api/v1/operator/status', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: { checks: Record<string, { status: string }> } };
      for (const [name, check] of Object.entries(data.checks)) check.status = name === 'projections' ? projections : 'ok';
      await route.fulfill({ response, json: { data } });
    });
    await page.reload();
    await page.getByRole('table', { name: 'Checks' }).waitFor();
    expect(await page.getByRole('group', { name: /^What to do/ }).count()).toBe(0);
    projections = 'slow';
    await page.reload();
    const advice = page.getByRole('group', { name: 'What to do: Projections' });
    await advice.getByText('sluice projections status').waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  it('see which receivers of exports get nothing, and why', async () => {
    const { page } = await opened('exports');
    await page.getByText('SLUICE_EXPORTS_FILE').waitFor();
    const fault = { message: 'The receiver answered with 503', failures: 4, at: new Date().toISOString() };
    const receiver = { feed: 'audit', to: 'https://siem.example', batches: 12, lagMs: 90_000, lagEntries: 7 };
    await page.route('**/api/v1/operator/status', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: object };
      const exports = [
        { ...receiver, consumer: 'siem', fault },
        { ...receiver, consumer: 'archive', feed: 'logs', lagMs: 0, lagEntries: 0, fault: null },
      ];
      await route.fulfill({ response, json: { data: { ...data, exports } } });
    });
    await page.reload();
    const receivers = page.getByRole('table', { name: 'Receivers' });
    await receivers.getByRole('row', { name: /^siem Failing/ }).waitFor();
    await receivers.getByRole('row', { name: /^archive Up to date/ }).waitFor();
    await page
      .getByRole('table', { name: 'Failures' })
      .getByRole('row', { name: /^siem The receiver answered with 503 4/ })
      .waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  it('are others than the people who work in a workspace', async () => {
    const { page } = await readerPage(browser, world, '/operator/users');
    await page.getByText('Only operators of the server see this page').waitFor();
    expect(await page.getByRole('button', { name: 'Create user' }).count()).toBe(0);
  });
});
