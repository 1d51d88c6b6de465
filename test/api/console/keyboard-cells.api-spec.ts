import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { focused } from '../../support/console/focus.js';
import { keyboardPage } from '../../support/console/keyboard-page.js';
import { keyboardTable } from '../../support/console/keyboard-table.js';
import { eventually } from '../../support/eventually.js';
import { TableClient } from '../../support/table-api.js';

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

  async function stored(table: TableClient, filter: Parameters<TableClient['find']>[0], expected: readonly object[]): Promise<void> {
    await eventually(async () => expect(await table.find(filter)).toMatchObject(expected));
  }

  /** Waits until a cell is the active one of the grid, and no editor has the focus. */
  async function active(page: Page, cell: string): Promise<void> {
    await page.getByText(cell, { exact: true }).waitFor();
    await focused(page.getByRole('grid').and(page.locator(':focus')));
  }

  it('edits cells of all types, and undoes each change', async () => {
    const { page, keys, table, grid } = await keyboardTable(browser, world);
    const cell = (text: string) => page.getByRole('gridcell', { name: text, exact: true });
    await keys.reach(grid);
    await keys.press('ArrowRight', 'ArrowRight');
    await active(page, 'paid of row 1');
    await keys.press('Enter');
    await focused(page.getByRole('combobox', { name: 'paid of row 1' }));
    await keys.press('ArrowDown', 'Tab');
    await active(page, 'since of row 1');
    await keys.press('F2');
    await focused(page.getByRole('textbox', { name: 'since of row 1' }));
    await keys.press('Control+a');
    await keys.type('2032-12-24');
    await keys.press('Tab');
    await active(page, 'address of row 1');
    await keys.press('Enter');
    await focused(page.getByRole('textbox', { name: 'address of row 1' }));
    await keys.press('Control+a');
    await keys.type('{"city":"Bergen"}');
    await keys.press('Shift+Tab');
    await active(page, 'since of row 1');
    await keys.press('Home');
    await active(page, 'email of row 1');
    await keys.press('l');
    await focused(page.getByRole('textbox', { name: 'email of row 1' }));
    await keys.type('ovelace@example.org');
    await keys.press('Enter');
    await active(page, 'email of row 2');
    const changed = { email: 'lovelace@example.org', paid: false, since: '2032-12-24', address: { city: 'Bergen' } };
    await stored(table, { total: 240 }, [changed]);

    await keys.press('Control+z');
    await cell('ada@example.org').waitFor();
    await keys.press('Control+z');
    await cell('{"city":"Bergen"}').waitFor({ state: 'detached' });
    await keys.press('Control+z');
    await cell('2031-03-04').waitFor();
    await keys.press('Control+z');
    const before = { email: 'ada@example.org', paid: true, since: '2031-03-04', address: { city: 'London', zip: 10_000 } };
    await stored(table, { total: 240 }, [before]);
    await active(page, 'email of row 2');
  });

  it('undoes changes of one cell, the latest first', async () => {
    const { page, keys, table, grid } = await keyboardTable(browser, world);
    const first = page.locator('[role="gridcell"][data-row="0"]');
    await keys.reach(grid);
    await keys.press('ArrowRight');
    for (const digit of ['7', '8']) {
      await keys.press(digit);
      await focused(page.getByRole('textbox', { name: 'total of row 1' }));
      await keys.press('Enter');
      await active(page, 'total of row 2');
      await keys.press('ArrowUp');
      await active(page, 'total of row 1');
    }
    await stored(table, { email: 'ada@example.org' }, [{ total: 8 }]);
    for (const before of ['7', '240']) {
      await keys.press('Control+z');
      await first.getByText(before, { exact: true }).waitFor();
    }
    await stored(table, { email: 'ada@example.org' }, [{ total: 240 }]);
    await keys.press('Control+z');
    await page.getByText('Nothing to undo on this page.').waitFor();
    await active(page, 'total of row 1');
  });

  it('stays in a list of values when the choice is refused, and leaves it with Escape', async () => {
    const table = await TableClient.create(world.server, [{ name: 'paid', type: 'boolean', required: true }], 'payments');
    await table.insert({ paid: true });
    const { page, keys } = await keyboardPage(browser, world, `/workspace/${world.workspaceId}/tables/${table.id}`);
    await keys.reach(page.getByRole('grid'));
    await active(page, 'paid of row 1');
    await keys.press('Enter');
    const list = page.getByRole('combobox', { name: 'paid of row 1' });
    await focused(list);
    await keys.press('ArrowUp', 'Enter');
    await page.getByRole('alert').waitFor();
    await focused(list);
    await keys.press('Escape');
    await active(page, 'paid of row 1');
    await stored(table, {}, [{ paid: true }]);
  });

  it('copies a range and pastes it elsewhere, after a look at what changes', async () => {
    const { page, keys, table, grid } = await keyboardTable(browser, world);
    await keys.reach(grid);
    await keys.press('ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowRight');
    await page.getByText('2 × 2 cells from total of row 1').waitFor();
    await keys.press('Control+c', 'ArrowDown', 'ArrowDown', 'ArrowLeft');
    await active(page, 'total of row 4');
    await keys.press('Control+v');
    const dialog = page.getByRole('dialog', { name: 'Paste these cells?' });
    await focused(dialog.getByRole('button', { name: 'Paste' }));
    await keys.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await active(page, 'total of row 4');
    await keys.press('Control+v');
    await focused(dialog.getByRole('button', { name: 'Paste' }));
    await keys.press('Enter');
    await page
      .getByRole('status')
      .getByText(/^Pasted: 2 cells/)
      .waitFor();
    await dialog.waitFor({ state: 'detached' });
    await active(page, 'total of row 4');
    await stored(table, { email: { $in: ['mary@example.org', 'emmy@example.org'] } }, [
      { total: 240, paid: true },
      { total: 137.5, paid: false },
    ]);
  });
});
