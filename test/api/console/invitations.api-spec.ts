import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { invitationToken } from '../../support/console/console-world.js';
import { eventually } from '../../support/eventually.js';
import { claimLink, recoveryToken, testPassword, userWithPassword } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { watchedPage, type WatchedPage } from '../../support/watched-page.js';

describeInBrowser('a person who opens the link of an invitation', () => {
  let server: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestApp(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  async function open(token: string): Promise<WatchedPage> {
    const watched = await watchedPage(browser, 'desk');
    await watched.page.goto(`${server.url}/invite#${token}`);
    return watched;
  }

  async function typePassword(page: Page, button: string): Promise<void> {
    await page.getByLabel('Password').fill(testPassword);
    await page.getByRole('button', { name: button }).click();
  }

  const arrived = (page: Page): Promise<void> => page.waitForURL(`${server.url}/workspace/${server.first.workspaceId}**`);

  it('reads who invites, chooses a name and a password, and is in the workspace', async () => {
    const { page, complaints } = await open(await invitationToken(server, 'new@example.org'));
    await page.getByRole('heading', { name: 'Join Default workspace' }).waitFor();
    await page.getByText('invites you to this workspace. You will edit and run its workflows.').waitFor();
    await page.waitForURL(`${server.url}/invite`);
    await eventually(async () => expect(await page.getByLabel('E-mail').inputValue()).toBe('new@example.org'));
    await page.getByLabel('Name').fill('New Person');
    await typePassword(page, 'Create account and join');
    await arrived(page);
    // Before they have an account, the page asks whether they are signed in.
    expect(complaints.filter((complaint) => !complaint.includes('401'))).toEqual([]);
  });

  it('signs in by password when they are a user, also if they tried to make another account, and joins', async () => {
    const { email } = await userWithPassword(server);
    const { page } = await open(await invitationToken(server, email));
    await page.getByLabel('Name').fill('Someone Else');
    await typePassword(page, 'Create account and join');
    await page.getByRole('button', { name: 'I have no password yet' }).waitFor();
    await typePassword(page, 'Sign in');
    await page.getByRole('button', { name: 'Join Default workspace' }).click();
    await arrived(page);
  });

  it('does not join as the other person who is signed in: they sign out first', async () => {
    const { id, email } = await userWithPassword(server);
    await claimLink(server, await recoveryToken(server, id));
    const { page } = await open(await invitationToken(server, email));
    await page.getByRole('button', { name: 'I have an account' }).click();
    await typePassword(page, 'Sign in');
    await page.getByText(`You are signed in as ${email}`).waitFor();
    // The address differs in its fragment only, with which a page is not loaded again.
    await page.goto('about:blank');
    await page.goto(`${server.url}/invite#${await invitationToken(server, 'other@example.org')}`);
    await page.getByText('The invitation is for other@example.org').waitFor();
    await page.getByRole('button', { name: 'Sign out and continue' }).click();
    await page.getByLabel('Name').waitFor();
  });

  it.each([
    ['cut off', async () => (await invitationToken(server, 'cut@example.org')).slice(0, -2)],
    ['absent', () => Promise.resolve('')],
    [
      'replaced',
      async () => {
        const former = await invitationToken(server, 'twice@example.org');
        await invitationToken(server, 'twice@example.org');
        return former;
      },
    ],
  ])('reads what to do when its token is %s', async (_, token) => {
    const { page } = await open(await token());
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await page.getByText('can make another link').waitFor();
  });
});
