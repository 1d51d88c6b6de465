import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import type { JsonObject } from '#kernel/json.js';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { readerPage } from '../../support/console/reader-page.js';
import { startEffectSink, type EffectSink } from '../../support/effect-sink.js';
import { eventually } from '../../support/eventually.js';
import { blockWith, functionBlock, inARow } from '../../support/run-api.js';
import { barriers, closePages, overflow, type WatchedPage } from '../../support/watched-page.js';
import { createWorkflow } from '../../support/workflow-api.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';

describeInBrowser('a test run in the editor', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  let sink: EffectSink;
  beforeAll(async () => {
    const env = { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' };
    [world, browser, sink] = await Promise.all([startConsoleWorld({ env }), openBrowser(), startEffectSink()]);
  }, 120_000);
  beforeEach(closePages);
  afterAll(async () => {
    await browser.close();
    await Promise.all([world.server.close(), sink.close()]);
  });

  const pathOf = (workflowId: string, search = '?tab=run'): string => `/workspace/${world.workspaceId}/w/${workflowId}${search}`;
  const opened = (workflowId: string, search?: string): Promise<WatchedPage> =>
    signedInPage(browser, world, { path: pathOf(workflowId, search) });
  const canvasOf = (page: Page): Locator => page.getByRole('group', { name: 'Draft', exact: true });
  const panelOf = (page: Page): Locator => page.getByRole('tabpanel', { name: 'Run' });
  const press = (page: Page, name: string): Promise<void> => panelOf(page).getByRole('button', { name, exact: true }).click();

  /** What the list says about each block, without times. */
  async function blocksOf(page: Page): Promise<readonly string[]> {
    const rows = await panelOf(page).getByRole('list', { name: 'Blocks of the run' }).getByRole('button').allInnerTexts();
    return rows.map((row) => row.split('\n').slice(0, 2).join(' '));
  }
  const shows = (page: Page, rows: readonly string[]): Promise<void> =>
    eventually(async () => expect(await blocksOf(page)).toEqual(rows), 20_000);

  function doubling(): Promise<string> {
    const inputFormat = { id: 'inputFormat', type: 'input-format', value: [{ name: 'amount', type: 'number', default: 1 }] };
    const start = aBlock('start', 'start_trigger', { position: { x: 0, y: 0 }, subBlocks: { inputFormat } });
    const one = { ...functionBlock('one', 'return { double: <start.amount> * 2 }'), position: { x: 280, y: 0 } };
    const two = { ...functionBlock('two', 'return <one.result.double> + 1'), position: { x: 560, y: 0 } };
    const state = aState([start, one, two], [anEdge('start', 'one'), anEdge('one', 'two')]);
    return createWorkflow(world.server, { name: 'Doubles', state });
  }

  const failing = (): Promise<string> => {
    const blocks: readonly JsonObject[] = [
      functionBlock('one', 'return 1'),
      functionBlock('two', 'throw new Error("The stock cannot be read")'),
      functionBlock('three', 'return 3'),
    ];
    return createWorkflow(world.server, { name: 'Fails in the middle', state: inARow(...blocks) });
  };

  it('takes its input from a form, shows what each block did, and is there again after a reload', async () => {
    const id = await doubling();
    const watched = await opened(id);
    const { page } = watched;
    const amount = panelOf(page).getByLabel('amount');
    await amount.fill('many');
    await press(page, 'Run');
    await panelOf(page).getByText('Enter a number, such as 12.5.').waitFor();
    await amount.fill('21');
    await amount.press('Control+Enter');
    await shows(page, ['start completed', 'one completed', 'two completed']);
    await page
      .getByRole('status')
      .getByText(/^The run has completed in/u)
      .waitFor();
    await panelOf(page).getByRole('region', { name: 'Output of the run' }).getByText('43').waitFor();
    await canvasOf(page)
      .getByRole('button', { name: /^one function completed/u })
      .click();
    const output = panelOf(page).getByRole('region', { name: 'Output of one' });
    await output.getByText('42').waitFor();
    await page.reload();
    await shows(page, ['start completed', 'one completed', 'two completed']);
    await output.getByText('42').waitFor();
    expect(await amount.inputValue()).toBe('21');
    expect(await barriers(page)).toEqual([]);
    await panelOf(page).getByRole('link', { name: 'Open the run' }).click();
    await page.getByText('Trace').waitFor();
    expect(watched.complaints).toEqual([]);
  });

  it('is followed to its end, after which there are no more events', async () => {
    const slow = functionBlock('slow', 'const end = Date.now() + 1500; while (Date.now() < end); return 1');
    const { page, complaints } = await opened(await createWorkflow(world.server, { name: 'Takes a while', state: inARow(slow) }));
    const noMore = page.waitForResponse((response) => response.url().includes('/events') && response.status() === 204);
    await press(page, 'Run');
    await noMore;
    await shows(page, ['start completed', 'slow completed']);
    expect(await panelOf(page).getByRole('alert').allInnerTexts()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('has the edits that were made just before, and is started from anywhere with a key', async () => {
    const { page } = await opened(await doubling(), '?block=two');
    await page.getByRole('region', { name: 'Block two' }).waitFor();
    await page.keyboard.press('d');
    await page.keyboard.press('Control+Enter');
    await shows(page, ['start completed', 'one completed']);
  });

  it('shows the error of a block; ends with a block, and begins with one', async () => {
    const { page } = await opened(await failing());
    await press(page, 'Run');
    await shows(page, ['start completed', 'one completed', 'two failed']);
    const list = panelOf(page).getByRole('list', { name: 'Blocks of the run' });
    await list.getByText('The stock cannot be read').waitFor();
    await canvasOf(page)
      .getByRole('button', { name: /^two function failed/u })
      .waitFor();
    await list.getByRole('button', { name: /^one/u }).click();
    await press(page, 'Run to here');
    await shows(page, ['start completed', 'one completed']);
    await panelOf(page).getByRole('region', { name: 'Test run' }).getByText('Completed', { exact: true }).waitFor();
    await press(page, 'Run from here');
    await shows(page, ['start taken over', 'one completed', 'two failed']);
  });

  it('calls nothing outside if it is not to', async () => {
    const call = blockWith('call', 'api', { url: `${sink.url}/store`, method: 'POST', body: '{}' });
    const { page } = await opened(await createWorkflow(world.server, { name: 'Calls', state: inARow(call) }));
    await panelOf(page).getByText('Without external calls').click();
    await press(page, 'Run');
    await shows(page, ['start completed', 'call failed']);
    await panelOf(page).getByRole('list', { name: 'Blocks of the run' }).getByText(`POST ${sink.url}/store`).waitFor();
    expect(sink.seen.size).toBe(0);
  });

  it('leads to the question that it asks, which is answered at once', async () => {
    const ask = blockWith('ask', 'human_in_the_loop', {});
    const { page } = await opened(
      await createWorkflow(world.server, { name: 'Asks', state: inARow(ask, functionBlock('after', 'return 1')) }),
    );
    await press(page, 'Run');
    await shows(page, ['start completed', 'ask waiting']);
    await panelOf(page).getByRole('link', { name: 'Answer the question' }).click();
    await page.getByRole('button', { name: 'Continue without an answer' }).waitFor();
    await page.getByRole('textbox', { name: 'Answer' }).fill('Yes, do');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await page.getByText('Your answer was taken.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('is stopped', async () => {
    const nap = blockWith('nap', 'wait', { timeValue: '120', timeUnit: 'seconds' });
    const { page } = await opened(await createWorkflow(world.server, { name: 'Naps', state: inARow(nap) }));
    await press(page, 'Run');
    await press(page, 'Stop');
    await panelOf(page).getByRole('region', { name: 'Test run' }).getByText('Cancelled', { exact: true }).waitFor();
  });

  it('says why it was not started, and keeps the input', async () => {
    const id = await createWorkflow(world.server, { name: 'No start', state: aState([aBlock('say', 'function')]) });
    const { page } = await opened(id);
    const input = panelOf(page).getByLabel(/^Input as JSON/u);
    await input.fill('{"amount": 5');
    await press(page, 'Run');
    await panelOf(page)
      .getByText(/^Enter JSON/u)
      .waitFor();
    await input.fill('{"amount": 5}');
    await press(page, 'Run');
    await panelOf(page).getByRole('alert').waitFor();
    expect(await input.inputValue()).toBe('{"amount": 5}');
  });

  it('fits on a phone, and is not there for those who may only read', async () => {
    const id = await doubling();
    const { page } = await signedInPage(browser, world, { path: pathOf(id), size: 'phone' });
    await press(page, 'Run');
    await shows(page, ['start completed', 'one completed', 'two completed']);
    expect(await overflow(page)).toBe(0);
    expect(await barriers(page)).toEqual([]);
    const reader = await readerPage(browser, world, pathOf(id));
    await reader.page.getByText('Read only').waitFor();
    expect(await reader.page.getByRole('tab', { name: 'Run' }).count()).toBe(0);
    expect(await reader.page.getByRole('button', { name: 'Run' }).count()).toBe(0);
  });
});
