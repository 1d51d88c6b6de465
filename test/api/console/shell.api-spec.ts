import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';

describeInBrowser('the frame of the console', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  it('opens its navigation on a phone, which takes the focus until Escape', async () => {
    const { page, complaints } = await signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/files`, size: 'phone' });
    const opener = page.getByRole('button', { name: 'Open navigation' });
    await opener.press('Enter');
    const navigation = page.getByRole('navigation', { name: 'Console' });
    const inside = (): Promise<boolean> => navigation.evaluate((element) => element.matches(':focus-within'));
    await page.getByRole('button', { name: 'Close navigation' }).waitFor();
    expect(await inside()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close navigation' }).waitFor({ state: 'detached' });
    expect(await opener.evaluate((element) => element.matches(':focus'))).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('has room for the longest names', async () => {
    const { page } = await signedInPage(browser, world, { path: '/account/profile' });
    await page.getByLabel('Name').fill('Johanna Lindqvist-Papadopoulou of the integration team');
    await page.getByRole('button', { name: 'Save' }).click();
    const account = page.getByRole('button', { name: 'Account Johanna' });
    await account.click();
    await page.keyboard.press('Escape');
    const navigation = page.getByRole('navigation', { name: 'Console' });
    expect(await navigation.evaluate(({ scrollLeft, scrollWidth, clientWidth }) => [scrollLeft, scrollWidth - clientWidth])).toEqual([
      0, 0,
    ]);
  });

  it('says where nothing is', async () => {
    const { page } = await signedInPage(browser, world, { path: '/nothing' });
    await page.getByText('There is no such page').waitFor();
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
  });

  it('has its place while the session is read', async () => {
    const { page } = await signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/files` });
    const released = new Promise<void>((done) => setTimeout(done, 1500));
    await page.route('**/api/v1/session', async (route) => {
      await released;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await page.locator('[aria-busy=true]').first().waitFor();
    await page.getByRole('heading', { name: 'Files', exact: true }).waitFor();
  });
});
