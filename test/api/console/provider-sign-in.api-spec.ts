import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { Clock } from '#kernel/clock.js';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { startLoginWorld, type LoginWorld } from '../../support/oidc/login-world.js';
import { startTestApp } from '../../support/test-app.js';
import { barriers, watchedPage } from '../../support/watched-page.js';

let aheadMs = 0;

class ShiftedClock extends Clock {
  override now(): Date {
    return new Date(Date.now() + aheadMs);
  }
}

describeInBrowser('people who sign in to the console at a provider', () => {
  let world: LoginWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([
      startLoginWorld({ company: { name: 'Company account' } }, async (env) => ({
        server: await startTestApp({ env, clock: new ShiftedClock() }),
      })),
      openBrowser(),
    ]);
    world.provider.add({ sub: 'ada', email: 'ada@people.example', email_verified: true, name: 'Ada' });
    world.provider.add({ sub: 'bob', email: 'bob@people.example', email_verified: false });
    const { workspaceId, apiKey } = world.server.first;
    const invitation = { email: 'ada@people.example', permission: 'read' };
    await world.server.as(apiKey).post(`/api/v1/workspaces/${workspaceId}/invitations`).send(invitation).expect(200);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.close();
  });

  it('come to their workspace, the first time by an invitation and the second time as the same user', async () => {
    for (const time of ['first', 'second']) {
      const { page } = await watchedPage(browser, 'desk');
      await page.goto(`${world.base}/login`);
      await page.getByRole('button', { name: 'Continue with Company account' }).click();
      await page.getByRole('button', { name: 'Continue as ada' }).click();
      await page.waitForURL(new RegExp(`/workspace/${world.server.first.workspaceId}`));
      expect([time, page.url().startsWith(world.base)]).toEqual([time, true]);
    }
  });

  it.each([
    ['Cancel', 'The sign-in was cancelled at Company account.'],
    ['Continue as bob', 'Company account has not verified your e-mail address. Verify it there, then sign in again.'],
  ])('read why nothing came of "%s", and can begin again', async (button, text) => {
    const { page } = await watchedPage(browser, 'desk');
    await page.goto(`${world.base}/login`);
    await page.getByRole('button', { name: 'Continue with Company account' }).click();
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('alert').getByText(text).waitFor();
    await page.getByRole('button', { name: 'Continue with Company account' }).waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  /** A page on which Ada, who has no password, has begun a dangerous action a while after her sign-in. */
  async function begun(): Promise<Page> {
    const { page } = await watchedPage(browser, 'desk');
    await page.goto(`${world.base}/login?next=/account/keys`);
    await page.getByRole('button', { name: 'Continue with Company account' }).click();
    await page.getByRole('button', { name: 'Continue as ada' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Reports');
    aheadMs += 11 * 60_000;
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
    return page;
  }

  /** The window in which the person proves who they are. */
  async function visit(page: Page): Promise<Page> {
    const opened = page.context().waitForEvent('page');
    await page
      .getByRole('dialog', { name: 'Confirm that it is you' })
      .getByRole('button', { name: 'Continue with Company account' })
      .click();
    return opened;
  }

  it('confirm a dangerous action there without a password, and what they typed is not lost', async () => {
    const page = await begun();
    expect(await page.getByLabel('Password').count()).toBe(0);
    expect(await barriers(page)).toEqual([]);
    const provider = await visit(page);
    await provider.getByRole('button', { name: 'Continue as ada' }).click();
    await page.getByText(/^sk-sluice-\w{32}$/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row', { name: /Reports/ }).waitFor();
  });

  it('sign in again there when their session has ended, and the page stays as it is', async () => {
    const { page } = await watchedPage(browser, 'desk');
    await page.goto(`${world.base}/login?next=/account/keys`);
    await page.getByRole('button', { name: 'Continue with Company account' }).click();
    await page.getByRole('button', { name: 'Continue as ada' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Kept');
    await page.context().clearCookies();
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    const opened = page.context().waitForEvent('page');
    await again.getByRole('button', { name: 'Continue with Company account' }).click();
    await (await opened).getByRole('button', { name: 'Continue as ada' }).click();
    await again.waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').getByLabel('Name', { exact: true }).inputValue()).toBe('Kept');
  });

  it('read in the other window why they were not confirmed, and may try again or go back', async () => {
    const page = await begun();
    const provider = await visit(page);
    await provider.getByRole('button', { name: 'Cancel' }).click();
    await provider.getByRole('alert').getByText('The sign-in was cancelled at Company account.').waitFor();
    await page.getByRole('dialog', { name: 'Confirm that it is you' }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Reports');
  });
});
