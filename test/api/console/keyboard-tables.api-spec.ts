import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { focused } from '../../support/console/focus.js';
import { keyboardPage } from '../../support/console/keyboard-page.js';
import { keyboardTable } from '../../support/console/keyboard-table.js';
import { eventually } from '../../support/eventually.js';
import type { TableClient } from '../../support/table-api.js';

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

  const opened = () => keyboardTable(browser, world);

  async function stored(table: TableClient, email: string, expected: object): Promise<void> {
    await eventually(async () => expect(await table.find({ email })).toMatchObject([expected]));
  }

  it('reads the history of a row, undoes a change, and comes back to the grid', async () => {
    const { page, keys, table, grid } = await opened();
    await keys.reach(grid);
    await keys.press(' ');
    const drawer = page.getByRole('complementary', { name: 'Row' });
    await focused(drawer.getByRole('heading', { level: 2 }));
    await keys.reach(drawer.getByRole('tab', { name: 'Fields' }));
    await keys.press('ArrowRight');
    const change = drawer.getByRole('listitem').filter({ hasText: '120.5' });
    await keys.use(change.getByRole('button', { name: /^Undo: changed/ }));
    await stored(table, 'ada@example.org', { total: 120.5 });
    await drawer.getByRole('listitem').nth(2).waitFor();
    await keys.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await focused(grid);
  });

  it('adds a row and deletes it', async () => {
    const { page, keys, table, grid } = await opened();
    await keys.reach(grid);
    await keys.press('Shift+Enter');
    const drawer = page.getByRole('complementary', { name: 'New row' });
    await keys.reach(drawer.getByLabel('email'));
    await keys.type('keys@example.org');
    await keys.use(drawer.getByRole('button', { name: 'Add row' }));
    await stored(table, 'keys@example.org', { email: 'keys@example.org' });
    await keys.use(page.getByRole('button', { name: 'Close row' }));
    await focused(grid);
    await keys.press('Control+End');
    await page.getByText('address of row 11').waitFor();
    const remove = page.getByRole('button', { name: 'Delete row' });
    await keys.use(remove.first());
    await keys.use(page.getByRole('dialog').getByRole('button', { name: 'Delete row' }));
    await page.getByRole('gridcell', { name: 'keys@example.org' }).waitFor({ state: 'detached' });
    await focused(page.getByRole('main'));
  });

  it('builds a filter, and removes it', async () => {
    const { page, keys } = await opened();
    await keys.use(page.getByRole('button', { name: 'Filter', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Filter rows' });
    await keys.choose(dialog.getByRole('button', { name: /Column/ }), page.getByRole('option', { name: 'total' }));
    await keys.reach(dialog.getByLabel('Value'));
    await keys.type('240');
    await keys.press('Enter');
    const remove = page.getByRole('button', { name: /^Remove filter/ });
    await remove.waitFor();
    await page.getByRole('gridcell', { name: 'charles@example.org' }).waitFor({ state: 'detached' });
    await focused(page.getByRole('button', { name: 'Filter', exact: true }));
    await keys.use(remove);
    await page.getByRole('gridcell', { name: 'sofia@example.org' }).waitFor();
    await remove.waitFor({ state: 'detached' });
    await focused(page.getByRole('main'));
  });

  it('sorts by a column, and removes the sort', async () => {
    const { page, keys } = await opened();
    const first = page.locator('[role="gridcell"][data-row="0"]');
    const sort = page.getByRole('button', { name: 'Sort', exact: true });
    await keys.choose(sort, page.getByRole('menuitem', { name: 'total, descending' }));
    await first.getByText('dorothy@example.org').waitFor();
    const sorted = page.getByRole('button', { name: 'total, descending' });
    await focused(sorted);
    await keys.choose(sorted, page.getByRole('menuitem', { name: 'Order of insertion' }));
    await first.getByText('ada@example.org').waitFor();
    await focused(sort);
  });

  it('looks at the rows as they were at a time, and comes back', async () => {
    const { page, keys, table } = await opened();
    await world.server.database.pool.query(`update table_row set created_at = '2024-01-01T00:00:00Z' where table_id = $1`, [table.id]);
    const first = page.locator('[role="gridcell"][data-row="0"]');
    const asOf = page.getByRole('button', { name: 'As of' });
    await keys.use(asOf);
    await focused(page.getByRole('dialog', { name: 'Show the table as it was' }).getByLabel('Time'));
    await keys.type('02032024');
    await keys.press('ArrowRight');
    await keys.type('0405PM');
    await keys.press('Enter');
    await first.getByText('120.5').waitFor();
    await page.getByText('They cannot be changed.').waitFor();
    await focused(asOf);
    await keys.use(page.getByRole('button', { name: 'Remove filter: As of Feb 3, 2024, 4:05:00 PM' }));
    await first.getByText('240').waitFor();
    await focused(page.getByRole('main'));
  });

  it('creates a table and deletes it', async () => {
    const { page, keys } = await keyboardPage(browser, world, `/workspace/${world.workspaceId}/tables`);
    await keys.use(page.getByRole('button', { name: 'New table' }));
    const dialog = page.getByRole('dialog', { name: 'New table' });
    await focused(dialog.getByLabel('Name').first());
    await keys.type('by_keys');
    const column = dialog.getByRole('group', { name: 'Column 1' });
    await keys.reach(column.getByLabel('Name'));
    await keys.type('amount');
    await keys.choose(column.getByRole('button', { name: /Type/ }), page.getByRole('option', { name: 'number' }));
    await keys.reach(column.getByRole('checkbox', { name: 'Required' }));
    await keys.press(' ');
    await keys.use(dialog.getByRole('button', { name: 'Create table' }));
    await page.getByRole('heading', { name: 'This table has no rows' }).waitFor();
    await page.getByRole('heading', { name: 'by_keys', level: 1 }).waitFor();
    await focused(page.getByRole('main'));
    await keys.reach(page.getByRole('main').getByRole('link', { name: 'Tables' }), 'Shift+Tab');
    await keys.press('Enter');
    await keys.choose(page.getByRole('button', { name: 'Actions of by_keys' }), page.getByRole('menuitem', { name: 'Delete' }));
    await keys.use(page.getByRole('dialog', { name: 'Delete the table by_keys?' }).getByRole('button', { name: 'Delete table' }));
    await page.getByRole('link', { name: 'by_keys' }).waitFor({ state: 'detached' });
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focused(page.getByRole('table', { name: 'Tables' }));
  });

  it('adds and deletes a column', async () => {
    const { page, keys, table } = await opened();
    const columns = page.getByRole('button', { name: 'Columns' });
    await keys.use(columns);
    await keys.use(page.getByRole('dialog').getByRole('button', { name: 'Add column' }));
    const name = page.getByRole('textbox', { name: 'Name' });
    await focused(name);
    await keys.type('note');
    await keys.press('Enter');
    await keys.use(page.getByRole('button', { name: 'Delete note' }));
    await page.getByRole('dialog', { name: 'Delete note?' }).waitFor();
    await focused(page.getByRole('textbox', { name: 'Type note to delete the column' }));
    await keys.type('note');
    await keys.press('Enter');
    await page.getByRole('button', { name: 'Delete note' }).waitFor({ state: 'detached' });
    await keys.use(page.getByRole('dialog').getByRole('button', { name: 'Done' }));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focused(columns);
    expect(JSON.stringify((await table.look()).schema)).not.toContain('"note"');
  });

  it('imports a CSV file after the check, and exports one', async () => {
    const { page, keys, name, table } = await opened();
    const button = page.getByRole('button', { name: 'Import CSV' });
    await keys.use(button);
    const dialog = page.getByRole('dialog');
    await keys.reach(dialog.getByRole('button', { name: 'Choose a file' }));
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), keys.press('Enter')]);
    await chooser.setFiles({ name: 'more.csv', mimeType: 'text/csv', buffer: Buffer.from('email,total\nx@example.org,1\n') });
    await keys.use(dialog.getByRole('button', { name: 'Import 1 row' }));
    await dialog.getByRole('status').getByText('1 row imported').waitFor();
    await keys.use(dialog.getByRole('button', { name: 'Close' }));
    await focused(button);
    await eventually(async () => expect((await table.look()).rowCount).toBe(11));
    await keys.reach(page.getByRole('button', { name: 'Export CSV' }));
    const [download] = await Promise.all([page.waitForEvent('download'), keys.press('Enter')]);
    expect(download.suggestedFilename()).toBe(`${name}.csv`);
  });
});
