import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { feeGateExample } from '#document/fee-gate-example.js';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { focused } from '../../support/console/focus.js';
import { keyboardPage, type KeyboardPage } from '../../support/console/keyboard-page.js';
import { eventually } from '../../support/eventually.js';
import { askOnce, pausedRun } from '../../support/resume-api.js';

describeInBrowser('with the keyboard alone a person', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  const owner = () => world.server.as(world.server.first.apiKey);

  const opened = (path: string): Promise<KeyboardPage> => keyboardPage(browser, world, `/workspace/${world.workspaceId}${path}`);

  async function runPage(executionId: string, rest = ''): Promise<KeyboardPage> {
    const at = await opened(`/logs/${executionId}${rest}`);
    await at.page.getByRole('radio', { name: 'Trace' }).waitFor();
    return at;
  }

  /** @returns a run whose fee was below the limit */
  async function cheapRun(): Promise<string> {
    const body = { workspaceId: world.workspaceId, workflow: feeGateExample, name: 'Fee gate' };
    const { body: imported } = await owner().post('/api/v1/workflows/import').send(body).expect(201);
    const { id } = (imported as { data: { id: string } }).data;
    await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
    const { headers } = await owner().post(`/api/workflows/${id}/execute`).send({ amount: 10, customer: 'Ada' });
    return headers['x-execution-id'] ?? '';
  }

  it('reads the trace, the inspector and the events of a run', async () => {
    const { page, keys } = await runPage(world.runs.completed);
    const views = page.getByRole('radiogroup', { name: 'View' });
    await keys.reach(page.getByRole('tree', { name: 'Trace' }));
    await keys.press('End');
    await page.getByRole('treeitem', { name: /Write the letter/, selected: true }).waitFor();
    await keys.reach(page.getByRole('tab', { selected: true }));
    await keys.reach(page.getByRole('tab', { name: 'Output' }), 'ArrowRight');
    await page.getByText('Dear Grace Hopper').waitFor();
    await keys.reach(page.getByRole('tab', { name: 'Effects' }), 'ArrowRight');
    await page.getByText('Nothing was sent out of this server').waitFor();
    await keys.pick(views, views.getByRole('radio', { name: 'Events' }), 'Shift+Tab');
    const kinds = page.getByRole('button', { name: 'All kinds' });
    await keys.choose(kinds, page.getByRole('menuitem', { name: 'Block completed' }));
    await focused(page.getByRole('button', { name: 'Block completed' }));
    await keys.reach(page.getByRole('listbox', { name: 'Events' }));
    await keys.press('ArrowDown');
    await page.getByRole('region', { name: 'Event' }).getByRole('heading', { name: 'Block completed' }).waitFor();
  });

  it('steps through a run, and keeps the focus when the slider comes and goes', async () => {
    const { page, keys } = await runPage(world.runs.completed);
    await keys.use(page.getByRole('button', { name: 'Step through' }));
    await focused(page.getByRole('slider', { name: 'Event' }));
    await keys.press('ArrowRight');
    await page.getByText('Event 2 of').waitFor();
    await page.getByRole('treeitem', { name: 'Add the tax function, not started' }).waitFor();
    await keys.use(page.getByRole('button', { name: 'Leave this moment' }));
    await focused(page.getByRole('button', { name: 'Step through' }));
  });

  it('learns why a block did not run', async () => {
    const { page, keys } = await runPage(await cheapRun());
    const views = page.getByRole('radiogroup', { name: 'View' });
    await keys.pick(views, views.getByRole('radio', { name: 'Canvas' }));
    const canvas = page.getByRole('group', { name: 'The version that ran' });
    await canvas.getByText('did not run').waitFor();
    await keys.reach(canvas.getByRole('button', { name: /^(Start|Work Out Fee|Fee Check|Accepted)/ }));
    await keys.press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp');
    await focused(canvas.getByRole('button', { name: 'Needs Review' }));
    const inspector = page.getByRole('region', { name: 'Inspector' });
    await inspector.getByText('Fee Check took “else” and not “if”').waitFor();
    await keys.use(inspector.getByRole('button', { name: /^Event/ }).first());
    await page.getByRole('region', { name: 'Event' }).getByRole('heading', { name: 'Block completed' }).waitFor();
    await focused(page.getByRole('main'));
  });

  it('cancels a run that waits, and stays where they were when they think better of it', async () => {
    const { page, keys } = await runPage(world.runs.paused);
    await keys.use(page.getByText('On the command line'));
    await page.getByText(`executions/${world.runs.paused}/cancel`).waitFor();
    const cancel = page.getByRole('button', { name: 'Cancel the run…' });
    await keys.reach(cancel, 'Shift+Tab');
    await keys.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Cancel this run?' });
    await keys.use(dialog.getByRole('button', { name: 'Back' }));
    await focused(cancel);
    await keys.press('Enter');
    await keys.use(dialog.getByRole('button', { name: 'Cancel run' }));
    await page.getByText('Cancelled').first().waitFor();
    await focused(page.getByRole('main'));
  });

  it('keeps a run regardless of its age', async () => {
    const { page, keys } = await runPage(world.runs.failed);
    const more = page.getByRole('button', { name: 'More', exact: true });
    await keys.choose(more, page.getByRole('menuitem', { name: 'Keep this run' }));
    await focused(page.getByRole('textbox', { name: 'Reason' }));
    await keys.type('Case 4711');
    await keys.press('Enter');
    await page.getByText('This run is kept regardless of its age: Case 4711').waitFor();
    await focused(more);
  });

  it('replays a run from a block, after reading what runs again', async () => {
    const { page, keys } = await runPage(world.runs.completed);
    await keys.use(page.getByRole('button', { name: 'Replay', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Replay this run?' });
    await keys.pick(dialog.getByRole('radiogroup', { name: 'Kind of replay' }), dialog.getByRole('radio', { name: 'For real' }));
    await keys.choose(dialog.getByRole('button', { name: /From/ }), page.getByRole('option', { name: 'Write the letter' }));
    await dialog.getByText('1 block runs again').waitFor();
    await keys.use(dialog.getByRole('button', { name: 'Replay', exact: true }));
    await page.waitForURL((url) => !url.pathname.includes(world.runs.completed));
    await page.getByText('This run repeats').waitFor();
    await focused(page.getByRole('main'));
  });

  it('compares two runs', async () => {
    const { page, keys } = await runPage(world.runs.completed);
    await keys.use(page.getByRole('button', { name: 'Compare' }));
    await keys.use(page.getByRole('dialog').getByRole('button', { name: 'Compare' }));
    await page.waitForURL(/\/compare\//);
    const blocks = page.getByRole('listbox', { name: 'Blocks of both runs' });
    await keys.reach(blocks);
    await keys.press('Home');
    const heading = page.getByRole('region', { name: 'Block' }).getByRole('heading', { level: 2 });
    const first = await heading.innerText();
    await keys.press('ArrowDown');
    await eventually(async () => expect(await heading.innerText()).not.toBe(first));
  });

  it('approves and rejects, and hears that the answer was taken', async () => {
    for (const decision of ['Approve', 'Reject']) {
      const executionId = await pausedRun(world.server, await askOnce(world.server));
      const { page, keys } = await opened('/questions');
      const question = page.getByRole('table', { name: 'Questions' }).getByRole('button').first();
      await keys.use(question);
      const details = page.getByRole('complementary', { name: 'Question' });
      await focused(details.getByRole('heading', { level: 2 }));
      await keys.reach(details.getByRole('textbox', { name: 'note' }));
      await keys.type('By keys');
      await keys.use(details.getByRole('button', { name: decision, exact: true }));
      await page.getByRole('status').getByText('Your answer was taken.').waitFor();
      await focused(page.getByRole('main'));
      await eventually(async () => {
        const { body } = await owner().get(`/api/v1/pauses?workspaceId=${world.workspaceId}&status=answered`).expect(200);
        const found = (body as { data: { executionId: string; answers: { input: object }[] }[] }).data.find(
          (each) => each.executionId === executionId,
        );
        expect(found?.answers).toMatchObject([{ input: { approved: decision === 'Approve', note: 'By keys' } }]);
      });
    }
  });

  it('answers a form with fields of all kinds, and is led to the first that is wrong', async () => {
    const inputFormat = [
      { id: 'f1', name: 'reason', type: 'string' },
      { id: 'f2', name: 'amount', type: 'number', required: true },
      { id: 'f3', name: 'urgent', type: 'boolean', required: true },
      { id: 'f4', name: 'colour', type: 'string', required: true, options: ['red', 'blue'] },
      { id: 'f5', name: 'place', type: 'object' },
      { id: 'f6', name: 'papers', type: 'file[]', required: true },
    ];
    const executionId = await pausedRun(world.server, await askOnce(world.server, { inputFormat }));
    const { page, keys } = await opened('/questions');
    await keys.use(page.getByRole('table', { name: 'Questions' }).getByRole('button').first());
    const details = page.getByRole('complementary', { name: 'Question' });
    const amount = details.getByRole('textbox', { name: 'amount' });
    await keys.use(details.getByRole('button', { name: 'Send answer' }));
    await details.getByText('amount is required').waitFor();
    await focused(amount);
    await keys.type('12.5');
    await keys.reach(details.getByRole('radio').first());
    await keys.press('ArrowRight');
    await details.getByRole('radio', { name: 'No', checked: true }).waitFor();
    await keys.choose(details.getByRole('button', { name: /colour/ }), page.getByRole('option', { name: 'blue' }));
    await keys.reach(details.getByRole('textbox', { name: 'place' }));
    await keys.type('{"city":"Bergen"}');
    await keys.use(details.getByRole('button', { name: 'Send answer' }));
    await details.getByText('papers is required').waitFor();
    await focused(details.getByRole('button', { name: 'Choose files' }));
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), keys.press('Enter')]);
    await chooser.setFiles({ name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('Three tables') });
    await details.getByRole('button', { name: 'Remove offer.txt' }).waitFor();
    await keys.use(details.getByRole('button', { name: 'Send answer' }));
    await page.getByText('Your answer was taken.').waitFor();
    await eventually(async () => {
      const { body } = await owner().get(`/api/v1/pauses?workspaceId=${world.workspaceId}&status=answered`).expect(200);
      const found = (body as { data: { executionId: string; answers: { input: object }[] }[] }).data.find(
        (each) => each.executionId === executionId,
      );
      expect(found?.answers).toMatchObject([{ input: { amount: '12.5', urgent: false, colour: 'blue', papers: [{ name: 'offer.txt' }] } }]);
    });
  });
});
