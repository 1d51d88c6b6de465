import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { startCuttingProxy, type CuttingProxy } from '../../support/cutting-proxy.js';
import { eventually } from '../../support/eventually.js';
import { askOnce, pausedRun, resumePath } from '../../support/resume-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

describeInBrowser('the list of runs, while runs come and go,', () => {
  let world: ConsoleWorld;
  let other: TestApp;
  let proxy: CuttingProxy;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
    other = await startTestApp({ beside: world.server });
    proxy = await startCuttingProxy(world.server.url);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await proxy.close();
    await other.close();
    await world.server.close();
  });

  const owner = () => world.server.as(world.server.first.apiKey);
  const complete = async (count = 1): Promise<void> => {
    const path = `/api/workflows/${world.workflows.completes}/execute`;
    const run = (): PromiseLike<unknown> => owner().post(path).send({ customer: 'Ada', amount: 1 }).expect(200);
    await Promise.all(Array.from({ length: count }, run));
  };
  const rows = (page: Page, name = '') => page.getByRole('row', { name }).filter({ has: page.getByRole('cell') });
  const answer = async (asking: string, executionId: string): Promise<void> =>
    void (await owner()
      .post(resumePath(asking, executionId))
      .send({ input: { approved: true } })
      .expect(200));

  async function runsPage({ url = world.server.url, search = '' } = {}): Promise<Page> {
    const { page } = await signedInPage(browser, world, { url });
    const isFollowing = page.waitForResponse((response) => response.url().includes('/logs/changes'));
    await page.goto(`${url}/workspace/${world.workspaceId}/logs${search}`);
    await rows(page).nth(0).waitFor();
    await isFollowing;
    return page;
  }

  it('shows new runs and new states without being read again', async () => {
    const asking = await askOnce(world.server);
    const page = await runsPage({ search: `?workflow=${asking},${world.workflows.asks}` });
    const paused = await pausedRun(world.server, asking);
    await eventually(async () => expect(await rows(page, 'Paused').count()).toBe(2), 30_000);
    await answer(asking, paused);
    await rows(page, 'Completed').waitFor();
    await eventually(async () => expect(await rows(page, 'Paused').count()).toBe(1));
  });

  it('counts new runs while the reader is further down, and shows them when asked', async () => {
    await complete(30);
    const page = await runsPage();
    await rows(page).nth(20).waitFor();
    const first = page.locator('[aria-rowindex="2"]');
    await rows(page).nth(5).hover();
    await page.mouse.wheel(0, 640);
    await first.waitFor({ state: 'detached' });
    await complete(2);
    await page.getByRole('button', { name: '2 new runs' }).press('Enter');
    await page.getByRole('button', { name: /^\d+ new run/ }).waitFor({ state: 'detached' });
    await first.waitFor();
  });

  it('catches up after a lost connection and in another process', async () => {
    const asking = await askOnce(world.server);
    const page = await runsPage({ url: proxy.url, search: `?workflow=${asking},${world.workflows.asks}` });
    const paused = await pausedRun(world.server, asking);
    await eventually(async () => expect(await rows(page, 'Paused').count()).toBe(2), 30_000);
    proxy.turnTo(other.url);
    await answer(asking, paused);
    await rows(page, 'Completed').waitFor();
  });

  it('is live again when its reader has signed in again', async () => {
    const { page } = await signedInPage(browser, world, { isOwnSession: true });
    const noSession = { status: 401, json: { error: 'Sign in', code: 'UNAUTHORIZED' } };
    const isRefused = page.waitForEvent('requestfinished', (request) => request.url().includes('/logs/changes'));
    await page.route('**/logs/changes*', (route) => route.fulfill(noSession));
    await page.goto(`${world.server.url}/workspace/${world.workspaceId}/logs`);
    await rows(page).nth(0).waitFor();
    await isRefused;
    await page.route('**/api/v1/logs?*', (route) => route.fulfill(noSession));
    await page.getByRole('searchbox').fill('nothing');
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.waitFor();
    await page.unrouteAll();
    await again.getByLabel('Password').fill('nine lazy foxes in the rain');
    await again.getByRole('button', { name: 'Sign in', exact: true }).click();
    await again.waitFor({ state: 'detached' });
    await page.getByRole('searchbox').fill('');
    await rows(page).nth(0).waitFor();
    const before = await rows(page, 'Paused').count();
    await pausedRun(world.server, await askOnce(world.server));
    await eventually(async () => expect(await rows(page, 'Paused').count()).toBe(before + 1), 30_000);
  });

  it('gives its connection away while the page is hidden, and catches up', async () => {
    const asking = await askOnce(world.server);
    const page = await runsPage({ search: `?workflow=${asking},${world.workflows.asks}` });
    const paused = await pausedRun(world.server, asking);
    await eventually(async () => expect(await rows(page, 'Paused').count()).toBe(2), 30_000);
    const turn = (isHidden: boolean): Promise<unknown> =>
      page.evaluate(
        `Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))`,
      );
    const isCut = page.waitForEvent('requestfailed', (request) => request.url().includes('/logs/changes'));
    await turn(true);
    await isCut;
    await answer(asking, paused);
    const isBack = page.waitForRequest((request) => request.url().includes('/logs/changes') && request.url().includes('after='));
    await turn(false);
    await isBack;
    await rows(page, 'Completed').waitFor();
  });
});
