import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { startLogins, type LoginWorld } from '../../support/oidc/login-world.js';
import { barriers, watchedPage } from '../../support/watched-page.js';

describeInBrowser('people who sign in to the console at a provider', () => {
  let world: LoginWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startLogins({ company: { name: 'Company account' } }), openBrowser()]);
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
});
