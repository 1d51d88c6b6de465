import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Json, JsonObject } from '#kernel/json.js';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { canvasOf, pressBlock } from '../../support/console/editor-hands.js';
import { holdRequests } from '../../support/console/held-requests.js';
import { readerPage } from '../../support/console/reader-page.js';
import { startEffectSink, type EffectSink } from '../../support/effect-sink.js';
import { eventually } from '../../support/eventually.js';
import { blockWith, functionBlock, inARow } from '../../support/run-api.js';
import { barriers, closePages, overflow, type WatchedPage } from '../../support/watched-page.js';
import { createWorkflow } from '../../support/workflow-api.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';

describeInBrowser('the values of runs in the editor', () => {
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

  const calls = (): number => [...sink.seen.values()].flat().length;
  const pathOf = (workflowId: string, search = '?tab=run'): string => `/workspace/${world.workspaceId}/w/${workflowId}${search}`;
  const opened = (workflowId: string, search?: string): Promise<WatchedPage> =>
    signedInPage(browser, world, { path: pathOf(workflowId, search) });
  const panelOf = (page: Page, name: 'Run' | 'Data'): Locator => page.getByRole('tabpanel', { name, exact: true });
  const press = (where: Locator, name: string): Promise<void> => where.getByRole('button', { name, exact: true }).click();
  const toData = (page: Page): Promise<void> => page.getByRole('tab', { name: 'Data', exact: true }).click();
  const toRun = (page: Page): Promise<void> => page.getByRole('tab', { name: 'Run', exact: true }).click();
  const canvasBlock = (page: Page, name: RegExp): Locator => canvasOf(page).getByRole('button', { name });

  async function blocksOf(page: Page): Promise<readonly string[]> {
    const rows = await panelOf(page, 'Run').getByRole('list', { name: 'Blocks of the run' }).getByRole('button').allInnerTexts();
    return rows.map((row) => row.split('\n').slice(0, 2).join(' '));
  }
  const shows = (page: Page, rows: readonly string[]): Promise<void> =>
    eventually(async () => expect(await blocksOf(page)).toEqual(rows), 20_000);

  async function metadataOf(workflowId: string): Promise<JsonObject> {
    const { body } = await world.server.as(world.server.first.apiKey).get(`/api/v1/workflows/${workflowId}/state`).expect(200);
    return (body as { data: { state: { metadata: JsonObject } } }).data.state.metadata;
  }

  /** Calls the sink for each run of `call`, then adds to what it has answered. */
  function calling(): Promise<string> {
    const call = blockWith('call', 'api', { url: `${sink.url}/orders`, method: 'POST', body: '{}' });
    const double = functionBlock('double', 'return { double: <start.amount> * 2, status: <call.status> }');
    return createWorkflow(world.server, { name: 'Calls and doubles', state: inARow(call, double) });
  }

  const choosing = (): Promise<string> => {
    const conditions = [
      { id: 'size-if', title: 'if', value: '<start.amount> > 100' },
      { id: 'size-else', title: 'else', value: '' },
    ];
    const blocks = [
      aBlock('start', 'start_trigger'),
      functionBlock('prepare', 'return { amount: <start.amount> }'),
      blockWith('size', 'condition', { conditions: JSON.stringify(conditions) }),
      functionBlock('large', 'throw new Error("The stock of " + <start.customer> + " cannot be read")'),
      functionBlock('small', 'return { small: true }'),
    ];
    const edges = [
      anEdge('start', 'prepare'),
      anEdge('prepare', 'size'),
      anEdge('size.condition-size-if', 'large'),
      anEdge('size.condition-size-else', 'small'),
    ];
    return createWorkflow(world.server, { name: 'Chooses', state: aState(blocks, edges) });
  };

  /** A run of the deployed workflow. @returns its id */
  async function deployedRun(workflowId: string, input: Json): Promise<string> {
    const client = world.server.as(world.server.first.apiKey);
    await client.post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
    const { headers } = await client.post(`/api/workflows/${workflowId}/execute`).send({ input });
    const executionId = headers['x-execution-id'] ?? '';
    await eventually(async () => {
      const { body } = await client.get(`/api/v1/logs?workspaceId=${world.workspaceId}&executionId=${executionId}`).expect(200);
      expect((body as { data: unknown[] }).data).toHaveLength(1);
    });
    return executionId;
  }

  it('shows input and output of a block, and pins its output: then its call is not made again', async () => {
    const { page } = await opened(await calling());
    await panelOf(page, 'Run')
      .getByLabel(/^Input as JSON/u)
      .fill('{"amount": 21}');
    await press(panelOf(page, 'Run'), 'Run');
    await shows(page, ['start completed', 'call completed', 'double completed']);
    const before = calls();
    await panelOf(page, 'Run').getByRole('button', { name: /^call/u }).click();
    await toData(page);
    const data = panelOf(page, 'Data');
    await data.getByRole('region', { name: 'Input', exact: true }).getByText(`"${sink.url}/orders"`).waitFor();
    await data.getByRole('button', { name: 'Copy the reference <call.status>', exact: true }).waitFor({ state: 'attached' });
    await press(data, 'Pin this output');
    await data.getByRole('region', { name: 'Pinned output', exact: true }).waitFor();
    await canvasBlock(page, /^call api, pinned/u).waitFor();
    // What is said to screen readers after a press is gone, and the edit is there.
    await page
      .getByText(/^Saved/u)
      .first()
      .waitFor();
    await page.reload();
    await data.getByRole('region', { name: 'Pinned output', exact: true }).waitFor();
    await data.getByRole('region', { name: 'Output', exact: true }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await toRun(page);
    await press(panelOf(page, 'Run'), 'Run');
    await shows(page, ['start completed', 'call pinned', 'double completed']);
    expect(calls()).toBe(before);
    await panelOf(page, 'Run').getByText('With pinned outputs').click();
    await press(panelOf(page, 'Run'), 'Run');
    await shows(page, ['start completed', 'call completed', 'double completed']);
    expect(calls()).toBe(before + 1);
  });

  it('completes references with the values of the run, and runs one block alone', async () => {
    const { page } = await opened(await calling());
    await panelOf(page, 'Run')
      .getByLabel(/^Input as JSON/u)
      .fill('{"amount": 21}');
    await press(panelOf(page, 'Run'), 'Run');
    await shows(page, ['start completed', 'call completed', 'double completed']);
    const before = calls();
    await page.getByRole('tab', { name: 'Block', exact: true }).click();
    await page.getByText('Select a block to see its fields.').waitFor();
    await pressBlock(page, /^double function completed/u);
    const block = page.getByRole('region', { name: 'Block double', exact: true });
    await block.locator('.cm-content').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' <start.');
    await page.getByRole('option', { name: /<start\.amount>.*21/u }).waitFor();
    await page.keyboard.press('Escape');
    for (let letter = 0; letter < ' <start.'.length; letter += 1) await page.keyboard.press('Backspace');
    await press(block, 'Run this block only');
    await shows(page, ['start taken over', 'call taken over', 'double completed']);
    expect(calls()).toBe(before);
  });

  it('takes a pin that is written, with the way that is taken, and removes it', async () => {
    const { page } = await opened(await choosing(), '?block=size&tab=data');
    const data = panelOf(page, 'Data');
    await data.getByText('Run the draft to see the input and the output of this block.').waitFor();
    await press(data, 'Pin an output');
    const pin = data.getByRole('region', { name: 'Pin', exact: true });
    await pin.getByLabel('Pinned output as JSON').fill('[1]');
    await press(pin, 'Save the pin');
    await pin.getByText(/^Enter the output as an object/u).waitFor();
    await pin.getByLabel('Pinned output as JSON').fill('{"chosen": "by hand"}');
    await pressBlock(page, /^small function/u);
    await data.getByRole('region', { name: 'Data of small', exact: true }).waitFor();
    await pressBlock(page, /^size condition/u);
    await eventually(async () => expect(await pin.getByLabel('Pinned output as JSON').inputValue()).toBe('{"chosen": "by hand"}'));
    await pin.getByRole('button', { name: /Way that is taken/u }).click();
    await page.getByRole('option', { name: 'else', exact: true }).click();
    await press(pin, 'Save the pin');
    await data.getByRole('region', { name: 'Pinned output', exact: true }).getByText('"by hand"').waitFor();
    await toRun(page);
    await press(panelOf(page, 'Run'), 'Run');
    await shows(page, ['start completed', 'prepare completed', 'size pinned', 'small completed']);
    await toData(page);
    await press(data, 'Remove the pin');
    await data.getByRole('region', { name: 'Pinned output', exact: true }).waitFor({ state: 'detached' });
    await canvasBlock(page, /^size condition, pinned/u).waitFor({ state: 'detached' });
  });

  it('keeps inputs as examples of the draft, and takes the input of an earlier run', async () => {
    const id = await choosing();
    await deployedRun(id, { amount: 7, customer: 'Grace Hopper' });
    const { page } = await opened(id);
    const panel = panelOf(page, 'Run');
    const input = panel.getByLabel(/^Input as JSON/u);
    await input.fill('{"amount": 5000');
    await press(panel, 'Save as an example');
    await panel.getByText(/^Enter JSON/u).waitFor();
    await input.fill('{"amount": 5000}');
    await press(panel, 'Save as an example');
    await page.getByRole('dialog').getByLabel('Name').fill('Large order');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    const examples = panel.getByRole('region', { name: 'Examples', exact: true });
    await examples.getByRole('button', { name: 'Large order', exact: true }).waitFor();
    await press(panel, 'Input of an earlier run');
    await page.getByRole('menuitem', { name: /^completed/u }).click();
    await eventually(async () => expect(JSON.parse(await input.inputValue())).toEqual({ amount: 7, customer: 'Grace Hopper' }));
    await eventually(async () =>
      expect(Object.values(await metadataOf(id))).toContainEqual({ name: 'Large order', input: { amount: 5000 } }),
    );
    await page.reload();
    await press(examples, 'Large order');
    await eventually(async () => expect(JSON.parse(await input.inputValue())).toEqual({ amount: 5000 }));
    await press(examples, 'Remove the example Large order');
    await examples.waitFor({ state: 'detached' });
  });

  it('does not replace what was typed while the input of an earlier run was read', async () => {
    const id = await choosing();
    await deployedRun(id, { amount: 7, customer: 'Grace Hopper' });
    const { page } = await opened(id);
    const panel = panelOf(page, 'Run');
    const input = panel.getByLabel(/^Input as JSON/u);
    const letThrough = await holdRequests(page, '**/executions/*/events*');
    await press(panel, 'Input of an earlier run');
    await page.getByRole('menuitem', { name: /^completed/u }).click();
    await input.fill('{"amount": 1}');
    // The input comes while another tab of the panel is shown.
    await page.getByRole('tab', { name: 'Workflow', exact: true }).click();
    const arrived = page.waitForResponse(/\/executions\/[^/]+\/events/u);
    letThrough();
    await arrived;
    await page.getByRole('tab', { name: 'Run', exact: true }).click();
    await panel.getByText(/^The input of the run is here/u).waitFor();
    expect(await input.inputValue()).toBe('{"amount": 1}');
    await press(panel, 'Replace the input');
    await eventually(async () => expect(JSON.parse(await input.inputValue())).toEqual({ amount: 7, customer: 'Grace Hopper' }));
  });

  it('opens a run of a version on the draft, says why a block did not run, and runs again with its results', async () => {
    const id = await choosing();
    const executionId = await deployedRun(id, { amount: 500, customer: 'Ada Lovelace' });
    const { page } = await signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/logs/${executionId}` });
    await page.getByRole('link', { name: 'Open in the editor', exact: true }).click();
    await shows(page, ['start completed', 'prepare completed', 'size completed', 'large failed']);
    await pressBlock(page, /^small function did not run/u);
    await toData(page);
    const data = panelOf(page, 'Data');
    const why = data.getByRole('region', { name: 'Why did this not run?', exact: true });
    await why.getByText(/^size took “if” and not “else”/u).waitFor();
    await why.getByRole('button', { name: 'size', exact: true }).click();
    await data.getByRole('region', { name: 'Data of size', exact: true }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await pressBlock(page, /^large function failed/u);
    await data.getByText('The stock of Ada Lovelace cannot be read').first().waitFor();
    await page.keyboard.press('Delete');
    await canvasBlock(page, /^large/u).waitFor({ state: 'detached' });
    await toRun(page);
    await panelOf(page, 'Run').getByText('not in the draft', { exact: true }).waitFor();
    await press(panelOf(page, 'Run'), 'Fix and run again');
    await panelOf(page, 'Run').getByRole('region', { name: 'Test run', exact: true }).waitFor();
    await shows(page, ['start completed', 'prepare taken over', 'size completed']);
    expect(new URL(page.url()).searchParams.has('run')).toBe(false);
  });

  it('steps through a run by its events, and shows what a block has sent out', async () => {
    const id = await calling();
    const executionId = await deployedRun(id, { amount: 21 });
    const { page } = await signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/logs?run=${executionId}` });
    await page.getByRole('complementary', { name: 'Preview of the run' }).getByRole('link', { name: 'Open in the editor' }).click();
    await shows(page, ['start completed', 'call completed', 'double completed']);
    await press(panelOf(page, 'Run'), 'Step through');
    await shows(page, []);
    const moment = page.getByRole('group', { name: 'Moment of the run', exact: true });
    const isCalled = async (): Promise<boolean> => (await blocksOf(page)).some((row) => row.startsWith('call completed'));
    for (let event = 2; !(await isCalled()); event += 1) {
      expect(event).toBeLessThan(30);
      await press(moment, 'Next event');
      await moment.getByText(new RegExp(`^Event ${event} of`, 'u')).waitFor();
    }
    expect(await blocksOf(page)).not.toContain('double completed');
    await pressBlock(page, /^call api completed/u);
    await toData(page);
    const data = panelOf(page, 'Data');
    await data.getByRole('region', { name: 'Effects', exact: true }).getByText(`${sink.url}/orders`).waitFor();
    await pressBlock(page, /^double function$/u);
    await data.getByRole('region', { name: 'Why did this not run?', exact: true }).getByText('Why has this not run yet?').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.reload();
    await data.getByText('Why has this not run yet?').waitFor();
    await press(moment, 'Leave this moment');
    await canvasBlock(page, /^double function completed/u).waitFor();
  });

  it('is open to those who may only read, says when a run is not there, and fits on a phone', async () => {
    const id = await choosing();
    const executionId = await deployedRun(id, { amount: 5, customer: 'Ada Lovelace' });
    const { page } = await readerPage(browser, world, pathOf(id, `?run=${executionId}&tab=data&block=small`));
    await panelOf(page, 'Data').getByRole('region', { name: 'Output', exact: true }).getByText('true').waitFor();
    expect(
      await panelOf(page, 'Data')
        .getByRole('button', { name: /[Pp]in/u })
        .count(),
    ).toBe(0);
    const phone = await signedInPage(browser, world, {
      path: pathOf(id, `?run=${world.runs.completed}&tab=run`),
      size: 'phone',
    });
    await phone.page.getByText(/^The run of this address is not kept any more/u).waitFor();
    expect(await overflow(phone.page)).toBe(0);
    expect(await barriers(phone.page)).toEqual([]);
  });
});
