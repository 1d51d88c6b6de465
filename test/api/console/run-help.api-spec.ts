import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { focused, selectByKey } from '../../support/console/focus.js';
import { feeGateExample } from '#document/fee-gate-example.js';

describeInBrowser('the page of a run helps to understand it:', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  let cheap: string;
  let feeGate: string;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
    [feeGate, cheap] = await runFeeGate();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  const owner = () => world.server.as(world.server.first.apiKey);

  /** @returns the workflow, and a run whose fee was below the limit */
  async function runFeeGate(): Promise<readonly [string, string]> {
    const { workspaceId } = world;
    const { body } = await owner()
      .post('/api/v1/workflows/import')
      .send({ workspaceId, workflow: feeGateExample, name: 'Fee gate' })
      .expect(201);
    const { id } = (body as { data: { id: string } }).data;
    await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
    const { headers } = await owner().post(`/api/workflows/${id}/execute`).send({ amount: 10, customer: 'Ada' });
    return [id, headers['x-execution-id'] ?? ''];
  }

  async function runPage(executionId: string, rest = ''): Promise<Page> {
    const { page } = await signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/logs/${executionId}${rest}` });
    await page.getByRole('radio', { name: 'Trace' }).waitFor();
    return page;
  }

  it('why a block did not run, on the canvas and by keyboard', async () => {
    const page = await runPage(cheap);
    await page.getByRole('radio', { name: 'Canvas' }).press(' ');
    const canvas = page.getByRole('group', { name: 'The version that ran' });
    const review = canvas.getByRole('button', { name: 'Needs Review' });
    await review.getByText('did not run').waitFor();
    await canvas.getByRole('button', { name: 'Accepted' }).getByText('completed').waitFor();
    await review.press('Enter');
    const inspector = page.getByRole('region', { name: 'Inspector' });
    await inspector
      .getByText('Fee Check took “else” and not “if”: <workoutfee.result.fee> >= 5, and <workoutfee.result.fee> was 0.2.')
      .waitFor();
    const explained = page.url();
    await inspector.getByRole('button', { name: 'Fee Check' }).press('Enter');
    await page.getByRole('tab', { name: 'Input' }).waitFor();
    await page.goto(explained);
    await inspector.getByRole('button', { name: /^Event/ }).press('Enter');
    await page.getByRole('region', { name: 'Event' }).getByRole('heading', { name: 'Block completed' }).waitFor();
  });

  it('the blocks at each event, on the canvas', async () => {
    const page = await runPage(cheap, '?view=canvas&at=2');
    const canvas = page.getByRole('group', { name: 'The version that ran' });
    await canvas.getByRole('button', { name: 'Start' }).getByText('completed').waitFor();
    await canvas.getByRole('button', { name: 'Accepted' }).getByText('not started').waitFor();
    await page.getByRole('slider', { name: 'Event' }).press('End');
    await canvas.getByRole('button', { name: 'Accepted' }).getByText('completed').waitFor();
  });

  it('what a replay from a block runs again, and what it takes over', async () => {
    const page = await runPage(cheap);
    await page.getByRole('button', { name: 'Replay' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Replay this run?' });
    await dialog.getByText('4 blocks run again').waitFor();
    await dialog.getByRole('radio', { name: 'For real' }).press(' ');
    await selectByKey(dialog.getByRole('button', { name: /From/ }), 'Fee Check');
    await dialog.getByText('2 blocks run again').waitFor();
    await dialog.getByRole('listitem').filter({ hasText: 'Work Out Fee' }).getByText('taken over').waitFor();
    await dialog.getByRole('button', { name: 'Replay', exact: true }).press('Enter');
    await page.waitForURL((url) => !url.pathname.includes(cheap));
    await page.getByText('This run repeats').waitFor();
    await page.getByRole('treeitem', { name: /Work Out Fee .*taken over/ }).waitFor();
    await page.getByRole('treeitem', { name: /Accepted .*completed/ }).waitFor();
  });

  it('a replay of a failed run, which begins with what failed when it is for real', async () => {
    const page = await runPage(world.runs.failed);
    await page.getByRole('button', { name: 'Replay', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Replay this run?' });
    await dialog.getByText('Calls that left the server are not made').waitFor();
    await dialog.getByRole('radio', { name: 'For real' }).press(' ');
    await dialog.getByRole('button', { name: /fails From/ }).waitFor();
    await dialog.getByText('1 block runs again').waitFor();
  });

  it('why it does not go on, with a button for each remedy', async () => {
    const page = await runPage(world.runs.paused);
    await page.getByRole('link', { name: 'Go to the question' }).waitFor();
    await page.getByText('On the command line').press('Enter');
    await page.getByText(`executions/${world.runs.paused}/cancel`).waitFor();
    await page.getByRole('button', { name: 'Cancel the run' }).press('Enter');
    await page.getByRole('dialog', { name: 'Cancel this run?' }).getByRole('button', { name: 'Cancel run' }).press('Enter');
    await page.getByText('Cancelled').first().waitFor();
    expect(await page.getByRole('button', { name: 'Cancel run' }).count()).toBe(0);
  });

  it('whether it is kept regardless of its age', async () => {
    const page = await runPage(cheap);
    await page.getByRole('button', { name: 'More' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Keep this run' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Keep this run?' });
    await focused(dialog.getByRole('textbox', { name: 'Reason' }));
    await page.keyboard.type('Case 4711');
    await page.keyboard.press('Enter');
    await page.getByText('This run is kept regardless of its age: Case 4711').waitFor();
    await page.getByRole('button', { name: 'More' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Release the hold' }).press('Enter');
    await page.getByRole('dialog', { name: 'Release this run?' }).getByRole('button', { name: 'Release' }).press('Enter');
    await page.getByText('This run is kept').waitFor({ state: 'detached' });
  });

  it('what its code printed', async () => {
    const state = structuredClone(feeGateExample['state']) as { blocks: Record<string, { subBlocks: { code: { value: string } } }> };
    const fee = state.blocks['fee'];
    if (fee === undefined) throw new Error('The example has no block fee');
    fee.subBlocks.code.value = 'console.log("two percent of", <start.amount>); return { fee: 1 }';
    await owner().put(`/api/v1/workflows/${feeGate}/state`).send({ state }).expect(200);
    await owner().post(`/api/v1/workflows/${feeGate}/deploy`).expect(200);
    const { headers } = await owner().post(`/api/workflows/${feeGate}/execute`).send({ amount: 50, customer: 'Ada' });
    const page = await runPage(headers['x-execution-id'] ?? '');
    await page.getByRole('treeitem', { name: /Work Out Fee/ }).click();
    await page.getByRole('tab', { name: 'Console' }).press('Enter');
    await page.getByText('two percent of 50').waitFor();
  });
});
