import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { startCuttingProxy, type CuttingProxy } from '../../support/cutting-proxy.js';
import { eventually } from '../../support/eventually.js';
import { askOnce, pausedRun, resumePath } from '../../support/resume-api.js';
import { startTestApp } from '../../support/test-app.js';

const isFollowing = (address: string): boolean => address.includes('/logs/changes');

describeInBrowser('the console, after it was left alone,', () => {
  let world: ConsoleWorld;
  let proxy: CuttingProxy;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
    proxy = await startCuttingProxy(world.server.url);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await proxy.close();
    await world.server.close();
  });

  const owner = () => world.server.as(world.server.first.apiKey);
  const runsOf = (workflowId: string): string => `/workspace/${world.workspaceId}/logs?workflow=${workflowId}`;
  const rows = (page: Page, name = '') => page.getByRole('row', { name }).filter({ has: page.getByRole('cell') });
  const answer = async (asking: string, executionId: string): Promise<void> =>
    void (await owner()
      .post(resumePath(asking, executionId))
      .send({ input: { approved: true } })
      .expect(200));
  const complete = (): PromiseLike<unknown> =>
    owner().post(`/api/workflows/${world.workflows.completes}/execute`).send({ customer: 'Ada', amount: 1 }).expect(200);

  /** The list follows the runs of a workflow. */
  async function follows(page: Page, url: string, workflowId: string): Promise<void> {
    const begun = page.waitForResponse((response) => isFollowing(response.url()));
    await page.goto(url + runsOf(workflowId));
    await begun;
  }

  /** Each run is in the list once, the latest first. */
  async function listsAll(page: Page, workflowId: string): Promise<void> {
    const { body } = await owner().get(`/api/v1/logs?workspaceId=${world.workspaceId}&workflowIds=${workflowId}`).expect(200);
    const ids = (body as { data: { executionId: string }[] }).data.map(({ executionId }) => executionId);
    await eventually(async () => {
      const links = await rows(page)
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')?.split('/').at(-1)));
      expect(links).toEqual(ids);
    });
  }

  it('is live in six tabs at the same time, which do not block each other', async () => {
    const asking = await askOnce(world.server);
    const paused = await pausedRun(world.server, asking);
    const { page } = await signedInPage(browser, world);
    const tabs = [page];
    while (tabs.length < 6) tabs.push(await page.context().newPage());
    for (const tab of tabs) await follows(tab, world.server.url, asking);
    for (const tab of tabs) await rows(tab, 'Paused').waitFor();
    await answer(asking, paused);
    for (const tab of tabs) await rows(tab, 'Completed').waitFor();
    const last = await page.context().newPage();
    await last.goto(`${world.server.url}/workspace/${world.workspaceId}/settings/members`);
    await last.getByText('(you)').first().waitFor();
  });

  it('has all runs of an hour of sleep, each once', async () => {
    const { completes } = world.workflows;
    const { page } = await signedInPage(browser, world, { url: proxy.url });
    await page.clock.install();
    await follows(page, proxy.url, completes);
    await rows(page).first().waitFor();
    await page.context().setOffline(true);
    await page.getByText('No connection.').waitFor();
    for (let count = 0; count < 5; count += 1) await complete();
    await page.clock.fastForward('01:00:00');
    await page.context().setOffline(false);
    await page.getByText('No connection.').waitFor({ state: 'detached' });
    await complete();
    await listsAll(page, completes);
  });

  it('has all runs of the time in which the server was restarted, each once, and is still signed in', async () => {
    const { completes } = world.workflows;
    const former = await startTestApp({ beside: world.server });
    proxy.turnTo(former.url);
    const { page } = await signedInPage(browser, world, { url: proxy.url });
    await follows(page, proxy.url, completes);
    await rows(page).first().waitFor();
    await former.close();
    for (let count = 0; count < 3; count += 1) await complete();
    const next = await startTestApp({ beside: world.server });
    try {
      proxy.turnTo(next.url);
      await complete();
      await listsAll(page, completes);
      await page.getByRole('link', { name: 'Workflows', exact: true }).click();
      await page.getByRole('heading', { name: 'Workflows', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Actions of Order confirmation' }).waitFor();
    } finally {
      proxy.turnTo(world.server.url);
      await next.close();
    }
  });

  it('says in the place of a page that the server is away, keeps the shell, and shows the page when it is back', async () => {
    const { page } = await signedInPage(browser, world);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Tables', exact: true }).click();
    const problem = page.getByRole('main').getByRole('alert');
    await problem.getByText('The server cannot be reached.').waitFor();
    await page.getByRole('main').getByRole('heading', { name: 'This page could not be shown', level: 1 }).waitFor();
    await problem.getByRole('button', { name: 'Try again' }).click();
    await problem.getByText('The server cannot be reached.').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Tables', level: 1 }).waitFor();
  });

  it('says without JavaScript what it needs, and where everything is that needs none', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${world.server.url}/workspace/${world.workspaceId}/logs`);
    const message = page.locator('noscript');
    await message.waitFor();
    const [, path = ''] = /^The console needs JavaScript.* see (\/[\w/]+)\.$/.exec(await message.innerText()) ?? [];
    await page.goto(world.server.url + path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await context.close();
  });
});
