import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { keepFocus } from '../../support/console/focus.js';
import { startCuttingProxy, type CuttingProxy } from '../../support/cutting-proxy.js';
import { eventually } from '../../support/eventually.js';
import { askOnce, pausedRun, resumePath } from '../../support/resume-api.js';
import { deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import type { WatchedPage } from '../../support/watched-page.js';

/** Requests of a page that the test has left are none. */
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

  const pathOf = (executionId: string, rest = ''): string => `/workspace/${world.workspaceId}/logs/${executionId}${rest}`;
  const opened = (executionId: string, rest = '', url = world.server.url): Promise<WatchedPage> =>
    signedInPage(browser, world, { path: pathOf(executionId, rest), url });
  const owner = () => world.server.as(world.server.first.apiKey);
  const positions = async (page: Page): Promise<readonly string[]> =>
    (await page.getByRole('option').allInnerTexts()).map((text) => text.split('\n')[0]?.trim() ?? '');

  /** Waits until the page of a run can show it up to an event. */
  async function isRecorded(executionId: string, type: string): Promise<void> {
    await eventually(async () => {
      const { body } = await owner().get(`/api/v1/logs/executions/${executionId}/events`).expect(200);
      expect((body as { data: { type: string }[] }).data.map((event) => event.type)).toContain(type);
    });
  }

  it('shows the error of a failed run once, and leads to the block that failed', async () => {
    const { page, complaints } = await opened(world.runs.failed);
    await page.getByText('cannot be read').waitFor();
    await page.getByRole('treeitem').first().click();
    await page.getByRole('button', { name: 'fails' }).click();
    await page.getByRole('tab', { name: 'Error', selected: true }).waitFor();
    await eventually(async () => expect(await page.getByText('cannot be read').count()).toBe(1));
    expect(complaints).toEqual([]);
  });

  it('lists events that are filtered by kind and read by keyboard', async () => {
    const { page, complaints } = await opened(world.runs.completed);
    await page.getByRole('radio', { name: 'Events' }).click();
    await page.getByText('Run completed').waitFor();
    const all = await positions(page);
    expect(all).toEqual(all.map((_, index) => String(index + 1)));
    await page.getByRole('button', { name: 'All kinds' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Block completed' }).press('Enter');
    await page.waitForURL(/[?&]kind=execution\.block-completed/);
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await keepFocus(page.getByRole('listbox', { name: 'Events' }));
    const selected = page.getByRole('option', { selected: true });
    for (const [index, key] of ['ArrowDown', 'j'].entries()) {
      await page.keyboard.press(key);
      await page.getByRole('option').nth(index).and(selected).waitFor();
    }
    await page.getByRole('region', { name: 'Event' }).getByRole('heading', { name: 'Block completed' }).waitFor();
    const shown = await selected.innerText();
    await page.reload();
    await eventually(async () => expect(await selected.innerText()).toBe(shown));
    await page.getByRole('searchbox', { name: 'Block' }).fill('add the tax');
    await page.getByRole('option', { name: /Block completed Add the tax/ }).waitFor();
    await page.getByRole('searchbox', { name: 'Block' }).fill('no such block');
    await page.getByText('No event matches these filters').waitFor();
    expect(complaints).toEqual([]);
  });

  it('keeps the keys of the console while its events are listed', async () => {
    const { page } = await opened(world.runs.completed);
    await page.getByRole('radio', { name: 'Events' }).click();
    await page.getByText('Run completed').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await page.getByRole('heading', { name: 'Workflows', level: 1 }).waitFor();
  });

  it('is stepped through by keyboard, with states and values as they were', async () => {
    const { page, complaints } = await opened(world.runs.completed);
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
    expect(complaints).toEqual([]);
  });

  it('leads from failure to failure', async () => {
    const { page } = await opened(world.runs.failed, '?at=1');
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
    await isRecorded(executionId, 'execution.completed');
    const { page } = await opened(executionId, '?view=events&at=3');
    await page.getByRole('option', { selected: true }).waitFor();
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
    await isRecorded(executionId, 'execution.paused');
    const { page } = await opened(executionId, '?view=events', proxy.url);
    await page.getByText('Run paused').waitFor();
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
    const all = (body as { data: { position: number }[] }).data.map(({ position }) => String(position));
    await eventually(async () => expect(await positions(page)).toEqual(all));
  });

  it('says that events cannot be read, and shows them when they can', async () => {
    const { page } = await opened(world.runs.completed);
    await page.getByRole('treeitem').first().waitFor();
    await page.context().setOffline(true);
    await page.getByRole('radio', { name: 'Events' }).click();
    await page.getByText('The server cannot be reached').waitFor();
    await page.context().setOffline(false);
    await page.getByText('Run completed').waitFor();
    await page.getByText('The server cannot be reached').waitFor({ state: 'detached' });
  });

  it('draws the blocks of an active run as they end', async () => {
    const asking = await askOnce(world.server);
    const executionId = await pausedRun(world.server, asking);
    await isRecorded(executionId, 'execution.paused');
    const { page } = await opened(executionId, '?view=events');
    await page.getByText('Run paused').waitFor();
    await page.getByRole('radio', { name: 'Trace' }).click();
    await owner()
      .post(resumePath(asking, executionId))
      .send({ input: { approved: true } })
      .expect(200);
    await page.getByRole('treeitem', { name: /after/ }).waitFor();
    await page.getByRole('main').getByText('Completed', { exact: true }).waitFor();
  });
});
