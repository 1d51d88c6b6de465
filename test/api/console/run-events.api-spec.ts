import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { startCuttingProxy, type CuttingProxy } from '../../support/cutting-proxy.js';
import { eventually } from '../../support/eventually.js';
import { askOnce, pausedRun, resumePath } from '../../support/resume-api.js';
import { deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/** Requests of a page that the test has left are none. */
const isSerious = (complaint: string): boolean => !complaint.endsWith('net::ERR_ABORTED');

describeInBrowser('the page of a run', () => {
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

  const address = (executionId: string, rest = '', url = world.server.url): string =>
    `${url}/workspace/${world.workspaceId}/logs/${executionId}${rest}`;
  const owner = () => world.server.as(world.server.first.apiKey);
  const positions = async (page: Page): Promise<readonly string[]> =>
    (await page.getByRole('option').allInnerTexts()).map((text) => text.split('\n')[0]?.trim() ?? '');

  it('shows the error of a failed run once, and leads to the block that failed', async () => {
    const { page, complaints } = await signedInPage(browser, world);
    await page.goto(address(world.runs.failed));
    await page.getByText('cannot be read').waitFor();
    await page.getByRole('treeitem').first().click();
    await page.getByRole('button', { name: 'fails' }).click();
    await page.getByRole('tab', { name: 'Error', selected: true }).waitFor();
    expect(await page.getByText('cannot be read').count()).toBe(1);
    expect(complaints.filter(isSerious)).toEqual([]);
  });

  it('lists events that are filtered by kind and read by keyboard', async () => {
    const { page, complaints } = await signedInPage(browser, world);
    await page.goto(address(world.runs.completed));
    await page.getByRole('radio', { name: 'Events' }).click();
    await page.getByText('Run completed').waitFor();
    const all = await positions(page);
    expect(all).toEqual(all.map((_, index) => String(index + 1)));
    await page.getByRole('button', { name: 'All kinds' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Block completed' }).press('Enter');
    await page.getByRole('listbox', { name: 'Events' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('j');
    await page.getByRole('region', { name: 'Event' }).getByRole('heading', { name: 'Block completed' }).waitFor();
    expect(new URL(page.url()).searchParams.get('kind')).toBe('execution.block-completed');
    const shown = await page.getByRole('option', { selected: true }).innerText();
    await page.reload();
    await page.getByRole('option', { selected: true }).waitFor();
    expect(await page.getByRole('option', { selected: true }).innerText()).toBe(shown);
    await page.getByRole('searchbox', { name: 'Block' }).fill('no such block');
    await page.getByText('No event matches these filters').waitFor();
    expect(complaints.filter(isSerious)).toEqual([]);
  });

  it('is stepped through by keyboard, with states and values as they were', async () => {
    const { page, complaints } = await signedInPage(browser, world);
    await page.goto(address(world.runs.completed));
    await page.getByRole('button', { name: 'Step through' }).press('Enter');
    await page.getByRole('slider', { name: 'Event' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Event 2 of').waitFor();
    await page.getByRole('treeitem', { name: 'Add the tax function, not started' }).waitFor();
    await page.getByRole('treeitem', { name: 'Write the letter function, not started' }).click();
    await page.getByText('This block had no input').waitFor();
    await page.getByRole('slider', { name: 'Event' }).press('End');
    await page.getByRole('treeitem', { name: 'Write the letter function, completed' }).waitFor();
    await page.getByRole('tab', { name: 'Output' }).click();
    await page.getByText('Dear Grace Hopper').waitFor();
    await page.reload();
    await page.getByRole('slider', { name: 'Event' }).waitFor();
    await page.getByRole('button', { name: 'Leave this moment' }).press('Enter');
    await page.getByRole('slider', { name: 'Event' }).waitFor({ state: 'detached' });
    expect(complaints.filter(isSerious)).toEqual([]);
  });

  it('leads from failure to failure', async () => {
    const { page } = await signedInPage(browser, world);
    await page.goto(address(world.runs.failed, '?at=1'));
    await page.getByRole('slider', { name: 'Event' }).press('Shift+ArrowRight');
    await page.getByText('Block failed fails').waitFor();
  });

  it('loads the parts of a large value when they are asked for', async () => {
    const workflow = await deployState(
      world.server,
      inARow(
        functionBlock('make', 'return { text: "ab".repeat(10000), rows: Array.from({ length: 3000 }, (_, n) => ({ n, of: "row" })) }'),
      ),
    );
    const { body } = await owner().post(`/api/workflows/${workflow}/execute`).send({}).expect(200);
    const { executionId } = body as { executionId: string };
    const { page } = await signedInPage(browser, world);
    await eventually(async () => {
      await page.goto(address(executionId, '?view=events&at=3'));
      await page.getByRole('option', { selected: true }).waitFor({ timeout: 2000 });
    }, 30_000);
    const event = page.getByRole('region', { name: 'Event' });
    const [text, rows] = [event.locator('li').filter({ hasText: /^text/ }), event.locator('li').filter({ hasText: /^rows/ })];
    await text.getByRole('button', { name: 'Load the value' }).click();
    await text.getByRole('button', { name: 'Load more' }).click();
    await eventually(async () => expect(await text.innerText()).toContain('ab'.repeat(10_000)));
    await rows.getByRole('button', { name: 'Load the value' }).click();
    await rows.getByRole('button', { name: 'Unfold output.result.rows[0]' }).click();
    await rows.getByText('"row"', { exact: true }).waitFor();
  });

  it('follows an active run over a cut, a reload and the change to another process, without gaps and repetitions', async () => {
    const asking = await askOnce(world.server);
    const executionId = await pausedRun(world.server, asking);
    const { page } = await signedInPage(browser, world, { url: proxy.url });
    await eventually(async () => {
      await page.goto(address(executionId, '?view=events', proxy.url));
      await page.getByText('Run paused').waitFor({ timeout: 2000 });
    }, 30_000);
    await page.reload();
    await page.getByText('Run paused').waitFor();
    proxy.turnTo(other.url);
    await other
      .as(world.server.first.apiKey)
      .post(resumePath(asking, executionId))
      .send({ input: { approved: true } })
      .expect(200);
    await page.getByText('Run completed').waitFor();
    await page.getByRole('main').getByText('Completed', { exact: true }).waitFor();
    const { body } = await owner().get(`/api/v1/logs/executions/${executionId}/events`).expect(200);
    expect(await positions(page)).toEqual((body as { data: { position: number }[] }).data.map(({ position }) => String(position)));
  });

  it('says that events cannot be read, and shows them when they can', async () => {
    const { page } = await signedInPage(browser, world);
    await page.goto(address(world.runs.completed));
    await page.getByRole('treeitem').first().waitFor();
    await page.context().setOffline(true);
    await page.getByRole('radio', { name: 'Events' }).click();
    await page.getByText('The server cannot be reached').waitFor();
    await page.context().setOffline(false);
    await page.getByText('Run completed').waitFor();
    expect(await page.getByText('The server cannot be reached').count()).toBe(0);
  });

  it('draws the blocks of an active run as they end', async () => {
    const asking = await askOnce(world.server);
    const executionId = await pausedRun(world.server, asking);
    const { page } = await signedInPage(browser, world);
    await eventually(async () => {
      await page.goto(address(executionId, '?view=events'));
      await page.getByText('Run paused').waitFor({ timeout: 2000 });
    }, 30_000);
    await page.getByRole('radio', { name: 'Trace' }).click();
    await owner()
      .post(resumePath(asking, executionId))
      .send({ input: { approved: true } })
      .expect(200);
    await page.getByRole('treeitem', { name: /after/ }).waitFor();
    await page.getByRole('main').getByText('Completed', { exact: true }).waitFor();
  });
});
