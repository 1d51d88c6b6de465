import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';

describeInBrowser('what a page of the console reads first', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  const runs = (): string => `/workspace/${world.workspaceId}/logs`;
  const ofList = (): string => `/api/v1/logs?workspaceId=${world.workspaceId}&details=full&limit=100`;
  const ofRun = (): string => `/api/v1/logs/${world.runs.completed}?workspaceId=${world.workspaceId}`;

  it.each([
    // The list is read again when what happens is followed, since runs may have begun in between.
    ['the list of runs', () => [runs(), ofList()], 'row', 2, 'runs-page'],
    ['a run', () => [`${runs()}/${world.runs.completed}?tab=trace`, ofRun()], 'treeitem', 1, 'run-page'],
  ] as const)('is named by %s, and asked for once', async (_, addresses, role, times, script) => {
    const [path = '', read = ''] = addresses();
    const { page, complaints } = await signedInPage(browser, world);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url().slice(world.server.url.length)));
    await page.goto(world.server.url + path);
    await page.getByRole(role).nth(1).waitFor();
    const named = await page.locator('link[rel=preload][as=fetch]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(named).toEqual(['/api/v1/session', read]);
    const scripts = await page.locator('link[rel=modulepreload]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(scripts).toContainEqual(expect.stringContaining(`/assets/${script}-`));
    expect(new Set(scripts).size).toBe(scripts.length);
    // A browser says after some seconds what it has read for nothing.
    await page.waitForTimeout(6000);
    expect(asked.filter((url) => url === '/api/v1/session')).toHaveLength(1);
    expect(asked.filter((url) => url === read).length).toBeLessThanOrEqual(times);
    expect(complaints).toEqual([]);
  });

  it('is the session alone where the filters decide what is read', async () => {
    const { page } = await signedInPage(browser, world);
    await page.goto(`${world.server.url}${runs()}?level=error`);
    await page.getByRole('row').nth(1).waitFor();
    const named = await page.locator('link[rel=preload][as=fetch]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(named).toEqual(['/api/v1/session']);
  });

  it('is the session alone for a run with an id that its caller chose', async () => {
    const { page, complaints } = await signedInPage(browser, world);
    await page.goto(`${world.server.url}${runs()}/order-17`);
    await page.getByText('There is no run').first().waitFor();
    const named = await page.locator('link[rel=preload][as=fetch]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(named).toEqual(['/api/v1/session']);
    expect(complaints).toEqual([]);
  });

  it.each(['login', 'setup', 'invite', 'recover', 'console-parts', 'account/confirmed'])(
    'is nothing on the open page /%s',
    async (path) => {
      const { page } = await signedInPage(browser, world);
      await page.goto(`${world.server.url}/${path}`);
      await page.getByRole('heading').first().waitFor();
      expect(await page.locator('link[rel=preload][as=fetch]').count()).toBe(0);
    },
  );

  it('is nothing for a person who is not signed in', async () => {
    const page = await browser.newPage();
    const response = await page.goto(world.server.url + runs());
    expect(await response?.text()).not.toContain('as="fetch"');
  });
});
