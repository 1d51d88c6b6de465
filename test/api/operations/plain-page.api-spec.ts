import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { barriers, overflow, sizes, watchedPage, type WatchedPage } from '../../support/watched-page.js';

describeInBrowser('the reference without scripts', () => {
  let server: TestApp;
  let browser: Browser;
  let desk: WatchedPage;
  const asked: string[] = [];

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestApp(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  beforeEach(async () => {
    asked.length = 0;
    desk = await watchedPage(browser, 'desk');
    desk.page.on('request', (request) => asked.push(request.url()));
    await desk.page.goto(`${server.url}/docs/plain`);
  });

  it('asks for nothing but itself, and complains about nothing', () => {
    expect(asked.filter((url) => !url.endsWith('/favicon.ico'))).toEqual([`${server.url}/docs/plain`]);
    expect(desk.complaints.filter((complaint) => !complaint.includes('favicon'))).toEqual([]);
  });

  it('is read without a mouse: past the contents, into an example, and back by a link', async () => {
    const { page } = desk;
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**#content');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    const example = page.locator('[id="workflows.create"] summary');
    await example.focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('[id="workflows.create"] pre').first().innerText()).toContain('"name":"Support"');
    await page.locator('nav a', { hasText: 'Schemas' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**#schemas');
  });

  it.each(['light', 'dark'] as const)(
    'is accessible (%s)',
    async (scheme) => {
      const { page } = await watchedPage(browser, 'desk', scheme);
      await page.goto(`${server.url}/docs/plain`);
      // Every section is made alike, and the whole page would take minutes.
      await page.evaluate('document.querySelectorAll("main section:nth-of-type(n+6)").forEach((section) => section.remove())');
      await page.evaluate('document.querySelectorAll("details").forEach((details) => (details.open = true))');
      expect(await barriers(page)).toEqual([]);
    },
    120_000,
  );

  it.each(Object.keys(sizes) as (keyof typeof sizes)[])('fits the window (%s)', async (size) => {
    const { page } = await watchedPage(browser, size);
    await page.goto(`${server.url}/docs/plain`);
    expect(await overflow(page)).toBe(0);
    await page.locator('[id="workflows.create"] summary').click();
    expect(await overflow(page)).toBe(0);
  });
});
