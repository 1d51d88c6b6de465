import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { aChat } from '../../support/chat/chat-api.js';
import { startLogins, type LoginWorld } from '../../support/oidc/login-world.js';
import { barriers, overflow, watchedPage } from '../../support/watched-page.js';

describeInBrowser('the page of a chat for accounts at providers', () => {
  let world: LoginWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([
      startLogins({ company: { name: 'Company account' }, other: { name: 'Partner' } }),
      openBrowser(),
    ]);
    world.provider.add({ sub: 'ada', email: 'ada@people.example', email_verified: true });
    world.provider.add({ sub: 'eve', email: 'eve@elsewhere.example', email_verified: true });
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.close();
  });

  async function open(size: 'desk' | 'phone', scheme: 'light' | 'dark'): Promise<Page> {
    const chat = await aChat(world.server, { title: 'Members', authType: 'sso', allowedEmails: ['@people.example'] });
    const { page } = await watchedPage(browser, size, scheme);
    await page.goto(`${world.base}/chat/${chat.identifier}`);
    await page.getByRole('link', { name: 'Continue with Company account' }).waitFor();
    return page;
  }

  /** A picture for people, where the environment asks for pictures. */
  async function picture(page: Page, name: string): Promise<void> {
    const folder = process.env['SLUICE_TEST_PICTURES'];
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: `${folder}/${name}.png` });
  }

  it.each([
    ['desk', 'light'],
    ['phone', 'dark'],
  ] as const)('leads to a provider and back with the keyboard alone: %s, %s', async (size, scheme) => {
    const page = await open(size, scheme);
    expect(await barriers(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await picture(page, `sso-${size}-${scheme}`);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Continue as ada' }).click();
    await page.getByRole('heading', { name: 'Members' }).waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
    await page.keyboard.press('Enter');
    await page.locator('.reply > .text').getByText('Hello').waitFor();
  });

  it.each([
    ['Cancel', 'The sign-in was cancelled.'],
    ['Continue as eve', 'The address of this account may not use this chat.'],
  ])('says why nothing came of "%s", once', async (button, text) => {
    const page = await open('phone', 'light');
    await page.getByRole('link', { name: 'Continue with Company account' }).click();
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('alert').getByText(text).waitFor();
    expect(await barriers(page)).toEqual([]);
    await picture(page, `sso-${button === 'Cancel' ? 'cancelled' : 'not-allowed'}`);
    await page.reload();
    await page.getByRole('link', { name: 'Continue with Partner' }).waitFor();
    expect(await page.getByText(text).count()).toBe(0);
  });
});
