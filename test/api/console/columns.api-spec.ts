import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { focused, selectByKey } from '../../support/console/focus.js';
import { ordersTable } from '../../support/console/orders-table.js';
import { readerPage } from '../../support/console/reader-page.js';
import { createWorkflow } from '../../support/workflow-api.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';

describeInBrowser('columns of a table', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  let tables = 0;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  async function openedColumns(): Promise<{ readonly page: Page; readonly tableId: string }> {
    const { id } = await ordersTable(world.server, `columns_${(tables += 1)}`);
    const { page } = await signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/tables/${id}` });
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    await page.getByRole('list', { name: 'Columns' }).waitFor();
    return { page, tableId: id };
  }

  it('are added and renamed by keyboard, and the grid shows them', async () => {
    const { page } = await openedColumns();
    await page.getByRole('button', { name: 'Add column' }).press('Enter');
    await focused(page.getByRole('dialog', { name: 'Add a column' }).getByRole('textbox', { name: 'Name' }));
    await page.keyboard.type('note');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Change note' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Change note' });
    await focused(dialog.getByRole('textbox', { name: 'Name' }));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('remark');
    await dialog.getByText('Filters, saved links and requests that name note are refused.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Change remark' }).waitFor();
    await page.getByRole('button', { name: 'Done' }).press('Enter');
    await page.getByRole('columnheader', { name: /remark/ }).waitFor();
  });

  it('say what a change breaks: empty cells, other types and the workflows that use the table', async () => {
    const { page, tableId } = await openedColumns();
    const table = { ...aBlock('rows', 'table'), subBlocks: { tableId: { id: 'tableId', type: 'table-selector', value: tableId } } };
    await createWorkflow(world.server, {
      name: 'Reminders',
      state: aState([aBlock('start', 'start_trigger'), table], [anEdge('start', 'rows')]),
    });
    await page.getByRole('button', { name: 'Change email' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Change email' });
    await selectByKey(dialog.getByRole('button', { name: /Type/ }), 'number');
    const risks = dialog.getByRole('region', { name: 'What the change breaks' });
    await risks.getByText('10 cells must be readable as number').waitFor();
    await risks.getByText('1 workflow uses this table').waitFor();
    await risks.getByRole('link', { name: 'Reminders' }).waitFor();
    await dialog.getByRole('button', { name: 'Change column' }).press('Enter');
    // The server refuses it, the dialog keeps what was chosen, and nothing has changed.
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: /Type/ }).getByText('number').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'email' }).getByText('string, required, unique').waitFor();
  });

  it('are deleted after their name was typed', async () => {
    const { page } = await openedColumns();
    await page.getByRole('button', { name: 'Delete paid' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete paid?' });
    await dialog.getByText('10 cells with a value are deleted.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Delete column' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('paid');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Columns' }).waitFor();
    await page.getByRole('button', { name: 'Delete paid' }).waitFor({ state: 'detached' });
  });

  it('are changed by those who may write', async () => {
    const { page } = await readerPage(browser, world, `/workspace/${world.workspaceId}/tables/${world.tableId}`);
    await page.getByRole('button', { name: 'Export CSV' }).waitFor();
    expect(await page.getByRole('button', { name: 'Columns' }).count()).toBe(0);
  });
});
