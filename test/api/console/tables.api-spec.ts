import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { focused, keepFocus } from '../../support/console/focus.js';
import { ordersTable } from '../../support/console/orders-table.js';
import { readerPage } from '../../support/console/reader-page.js';
import { eventually } from '../../support/eventually.js';
import { TableClient } from '../../support/table-api.js';
import type { WatchedPage } from '../../support/watched-page.js';

const cell = (page: Page, row: number, text: string): Locator => page.locator(`[role="gridcell"][data-row="${row}"]`, { hasText: text });
const grid = (page: Page): Locator => page.getByRole('grid');

describeInBrowser('tables in the console', () => {
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

  /** A table that no other test changes, with the focus in its first cell. */
  async function openedTable(search = ''): Promise<WatchedPage & { readonly table: TableClient }> {
    const table = await ordersTable(world.server, `orders_${(tables += 1)}`);
    const opened = await signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/tables/${table.id}${search}` });
    if (search === '') {
      await cell(opened.page, 0, 'ada@example.org').waitFor();
      await keepFocus(grid(opened.page));
    }
    return { ...opened, table };
  }

  /** A cell shows what was typed before the server has taken it. */
  async function stored(table: TableClient, filter: Parameters<TableClient['find']>[0], expected: readonly object[]): Promise<void> {
    await eventually(async () => expect(await table.find(filter)).toMatchObject(expected));
  }

  const editor = (page: Page, name: string): Locator => page.getByRole('textbox', { name });

  async function press(page: Page, ...keys: readonly string[]): Promise<void> {
    for (const key of keys) await page.keyboard.press(key);
  }

  it('are edited and undone by keyboard alone', async () => {
    const { page, complaints, table } = await openedTable();
    await press(page, 'ArrowDown', 'ArrowRight', 'Enter');
    await focused(editor(page, 'total of row 2'));
    await press(page, 'Control+a');
    await page.keyboard.type('99.5');
    await press(page, 'Enter');
    await cell(page, 1, '99.5').waitFor();
    await stored(table, { email: 'charles@example.org' }, [{ total: 99.5 }]);
    // Enter saved and moved down; typing replaces a cell, and Tab saves and moves to the right.
    await page.getByText('total of row 3').waitFor();
    await focused(grid(page));
    await page.keyboard.type('7');
    await focused(editor(page, 'total of row 3'));
    await press(page, 'Tab');
    await cell(page, 2, '7').first().waitFor();
    await page.getByText('paid of row 3').waitFor();
    await stored(table, { email: 'grace@example.org' }, [{ total: 7 }]);
    await focused(grid(page));
    await press(page, 'Control+z');
    await page.getByText('The latest change was undone.').waitFor();
    await stored(table, { email: 'grace@example.org' }, [{ total: 154.5 }]);
    expect(complaints).toEqual([]);
  });

  it('say at the cell what is wrong with a value, and keep it', async () => {
    const { page, table } = await openedTable();
    const field = editor(page, 'total of row 1');
    await press(page, 'ArrowRight', 'Enter');
    await focused(field);
    await press(page, 'Control+a');
    await page.keyboard.type('much');
    await press(page, 'Enter');
    await page.getByRole('alert').getByText('total must be number, got string').waitFor();
    await field.and(page.locator('[aria-invalid="true"]')).waitFor();
    expect(await field.inputValue()).toBe('much');
    await focused(field);
    await press(page, 'Escape');
    await cell(page, 0, '240').waitFor();
    await stored(table, { email: 'ada@example.org' }, [{ total: 240 }]);
  });

  it('take what is typed in the next cells while a value is saved, and come back to a refused one', async () => {
    const { page, table } = await openedTable();
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<undefined>();
    await page.route('**/rows/*', async (route) => {
      if (route.request().method() === 'PATCH') await isAnswered;
      await route.continue();
    });
    await press(page, 'ArrowRight', '7', 'Enter', '8', 'Enter');
    await page.keyboard.type('much');
    await press(page, 'Enter');
    await page.getByText('total of row 4').waitFor();
    await cell(page, 0, '7').waitFor();
    await page.keyboard.type('9');
    answer(undefined);
    await stored(table, { email: { $in: ['ada@example.org', 'charles@example.org'] } }, [{ total: 7 }, { total: 8 }]);
    const next = editor(page, 'total of row 4');
    await focused(next);
    expect(await next.inputValue()).toBe('9');
    await press(page, 'Enter');
    const refused = editor(page, 'total of row 3');
    await focused(refused);
    await page.getByRole('alert').getByText('total must be number, got string').waitFor();
    expect(await refused.inputValue()).toBe('much');
    await press(page, 'Escape');
    await stored(table, { email: 'mary@example.org' }, [{ total: 9 }]);
    await stored(table, { email: 'grace@example.org' }, [{ total: 154.5 }]);
  });

  it('say that a value is refused without taking the focus from a field elsewhere', async () => {
    const { page } = await openedTable();
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<undefined>();
    await page.route('**/rows/*', async (route) => {
      if (route.request().method() === 'PATCH') await isAnswered;
      await route.continue();
    });
    await press(page, ' ');
    const email = page.getByRole('complementary', { name: 'Row' }).getByLabel('email');
    await cell(page, 0, '240').dblclick();
    await editor(page, 'total of row 1').fill('much');
    await press(page, 'Enter');
    await email.fill('lovelace@example.org');
    answer(undefined);
    await page.getByRole('alert').getByText('total must be number, got string').waitFor();
    await focused(email);
  });

  it('say what is refused when its row is no longer shown', async () => {
    const { page, table } = await openedTable();
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<undefined>();
    await page.route('**/rows/*', async (route) => {
      if (route.request().method() === 'PATCH') await isAnswered;
      await route.continue();
    });
    await press(page, 'ArrowRight');
    await page.keyboard.type('much');
    await press(page, 'Enter');
    const search = new URLSearchParams({ filter: JSON.stringify({ email: 'grace@example.org' }) });
    await page.evaluate(`history.pushState({}, '', '?${search.toString()}')`);
    await cell(page, 0, 'grace@example.org').waitFor();
    answer(undefined);
    await page.getByRole('alert').getByText('“much” was not saved as total').waitFor();
    await cell(page, 0, '154.5').dblclick();
    await editor(page, 'total of row 1').fill('8');
    await press(page, 'Enter');
    await stored(table, { email: 'grace@example.org' }, [{ total: 8 }]);
    await editor(page, 'total of row 1').waitFor({ state: 'detached' });
  });

  it('keep what is typed in an open row while it changes elsewhere, and say when it is saved', async () => {
    const { page, table } = await openedTable();
    await press(page, ' ');
    const drawer = page.getByRole('complementary', { name: 'Row' });
    const email = drawer.getByLabel('email');
    await email.fill('lovelace@example.org');
    await cell(page, 0, '240').dblclick();
    await editor(page, 'total of row 1').fill('301');
    await press(page, 'Enter');
    await stored(table, { total: 301 }, [{ email: 'ada@example.org' }]);
    expect(await email.inputValue()).toBe('lovelace@example.org');
    await email.press('Enter');
    await drawer.getByText('Saved', { exact: true }).waitFor();
    await focused(email);
    await stored(table, { total: 301 }, [{ email: 'lovelace@example.org' }]);
  });

  it('tell in at most six clicks who changed a cell', async () => {
    const { page } = await signedInPage(browser, world);
    await page.getByRole('link', { name: 'Tables' }).click();
    await page.getByRole('link', { name: 'orders', exact: true }).click();
    await cell(page, 0, '240').click();
    await page.getByRole('button', { name: 'Open row' }).click();
    await page.getByRole('tab', { name: 'History' }).click();
    const change = page.getByRole('listitem').filter({ hasText: 'changed' });
    await change.getByText('You').waitFor();
    await change.getByText('120.5').waitFor();
    await change.getByText('240').waitFor();
  });

  it('undo one change of a row from its history, unless the cell was changed since', async () => {
    const { page, table } = await openedTable();
    await press(page, ' ');
    const drawer = page.getByRole('complementary', { name: 'Row' });
    await drawer.getByRole('tab', { name: 'History' }).click();
    const change = drawer.getByRole('listitem').filter({ hasText: '120.5' });
    const [row] = (await table.get('/rows', { limit: 1 }).expect(200)).body.data.rows as { id: string }[];
    await table.send('patch', `/rows/${row?.id ?? ''}`, { data: { total: 300 } }).expect(200);
    await change.getByRole('button', { name: /^Undo/ }).first().click();
    await change.getByText('total has been changed since').waitFor();
    await table.send('patch', `/rows/${row?.id ?? ''}`, { data: { total: 240 } }).expect(200);
    await change.getByRole('button', { name: /^Undo/ }).first().click();
    await cell(page, 0, '120.5').waitFor();
    await keepFocus(drawer.getByRole('tab', { name: 'History' }));
    await press(page, 'Escape');
    await drawer.waitFor({ state: 'detached' });
    await stored(table, { email: 'ada@example.org' }, [{ total: 120.5 }]);
  });

  it('take a copied range elsewhere after a look at what changes, with one request', async () => {
    const { page, table } = await openedTable();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname.replace(table.id, 'id')}`);
    });
    await press(page, 'ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowRight');
    await page.getByText('2 × 2 cells from total of row 1').waitFor();
    await press(page, 'Control+c', 'ArrowDown', 'ArrowDown', 'ArrowLeft', 'Control+v');
    const dialog = page.getByRole('dialog', { name: 'Paste these cells?' });
    await dialog.getByText('total of row 4').waitFor();
    await dialog.getByRole('button', { name: 'Paste' }).press('Enter');
    await page.getByText(/^Pasted:/).waitFor();
    expect(sent).toEqual(['POST /api/v1/tables/id/rows/batch']);
    await stored(table, { email: { $in: ['mary@example.org', 'emmy@example.org'] } }, [
      { total: 240, paid: true },
      { total: 137.5, paid: false },
    ]);
  });

  it('empty a range with Delete, add and delete rows', async () => {
    const { page, table } = await openedTable();
    await press(page, 'ArrowRight', 'Shift+End', 'Delete');
    await page.getByText('Cells of 1 row were emptied.').waitFor();
    await stored(table, { email: 'ada@example.org' }, [{ total: null, paid: null, since: null, address: null }]);
    await focused(grid(page));
    await press(page, 'Shift+Enter');
    const drawer = page.getByRole('complementary', { name: 'New row' });
    await focused(drawer.getByLabel('email'));
    await drawer.getByLabel('total').fill('5');
    await drawer.getByRole('button', { name: 'Add row' }).click();
    await drawer.getByText('Missing required field: email').waitFor();
    await drawer.getByLabel('email').fill('new@example.org');
    await drawer.getByRole('button', { name: 'Add row' }).click();
    await cell(page, 10, 'new@example.org').waitFor();
    await drawer.getByText('Added', { exact: true }).waitFor();
    await page.keyboard.type('next@example.org');
    expect(await drawer.getByLabel('email').inputValue()).toBe('next@example.org');
    await page.getByRole('button', { name: 'Close row' }).click();
    await cell(page, 10, 'new@example.org').click();
    await page.getByRole('button', { name: 'Delete row' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete row' }).click();
    await cell(page, 10, 'new@example.org').waitFor({ state: 'detached' });
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await keepFocus(grid(page));
    await press(page, 'Control+z');
    await cell(page, 10, 'new@example.org').waitFor();
    await stored(table, { email: 'new@example.org' }, [{ total: 5 }]);
  });

  it('are filtered and sorted, and the address keeps both', async () => {
    const { page } = await openedTable();
    await page.getByRole('button', { name: 'Filter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Filter rows' });
    await dialog.getByLabel('Value').fill('a@');
    await dialog.getByRole('button', { name: 'Filter' }).click();
    await page.getByText('email contains a@').waitFor();
    await page.getByRole('columnheader', { name: /^total/ }).click();
    await cell(page, 0, 'sofia@example.org').waitFor();
    await page.getByRole('columnheader', { name: /^total/ }).click();
    await cell(page, 1, 'sofia@example.org').waitFor();
    await page.reload();
    await cell(page, 1, 'sofia@example.org').waitFor();
    await eventually(() => {
      const { searchParams } = new URL(page.url());
      expect([searchParams.get('filter'), searchParams.get('sort')]).toEqual(['{"email":{"$contains":"a@"}}', '{"total":"desc"}']);
    });
  });

  it('take a CSV file after a check that names the lines which do not fit', async () => {
    const { page, table } = await openedTable();
    await page.getByRole('button', { name: 'Import CSV' }).click();
    const dialog = page.getByRole('dialog');
    const file = { name: 'more.csv', mimeType: 'text/csv', buffer: Buffer.from('email,total\nx@example.org,1\ny@example.org,many\n') };
    await page.locator('input[type="file"]').setInputFiles(file);
    await dialog.getByText('total must be number, got string').waitFor();
    await dialog.getByText('1 line does not fit').waitFor();
    expect((await table.look()).rowCount).toBe(10);
    await dialog.getByRole('button', { name: 'Import 1 row' }).click();
    await dialog.getByText('1 row imported').waitFor();
    await eventually(async () => expect((await table.look()).rowCount).toBe(11));
  });

  it('are made from a CSV file with the types of its values, and deleted after a question', async () => {
    const { page } = await signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/tables` });
    await page.getByRole('button', { name: 'From CSV' }).waitFor();
    const buffer = Buffer.from('Full name,Age,Since\nAda Lovelace,36,1843-03-04\n"Hopper, Grace",85,1952-01-01\n');
    await page.locator('input[type="file"]').setInputFiles({ name: 'people of note.csv', mimeType: 'text/csv', buffer });
    const dialog = page.getByRole('dialog', { name: 'New table from people of note.csv' });
    await dialog.getByRole('button', { name: 'Create and import' }).click();
    await cell(page, 1, 'Hopper, Grace').waitFor();
    const heads = ['Row', 'Full_name\nstring', 'Age\nnumber', 'Since\ndate'];
    await eventually(async () => expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(heads));
    await page.getByRole('link', { name: 'Tables' }).first().click();
    await page.getByRole('button', { name: 'Actions of people_of_note' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete the table people_of_note?' }).getByRole('button', { name: 'Delete table' }).click();
    await page.getByRole('link', { name: 'people_of_note' }).waitFor({ state: 'detached' });
  });

  it('are shown as they were at a time, and cannot be changed there', async () => {
    const table = await TableClient.create(world.server, [{ name: 'n', type: 'number' }], 'then');
    const row = await table.insert({ n: 1 });
    const then = (await table.send('patch', `/rows/${row.id}`, { data: { n: 2 } }).expect(200)).body.data.row.updatedAt as string;
    await table.send('patch', `/rows/${row.id}`, { data: { n: 3 } }).expect(200);
    const path = `/workspace/${world.workspaceId}/tables/${table.id}?asOf=${then}`;
    const { page } = await signedInPage(browser, world, { path });
    await cell(page, 0, '2').waitFor();
    await grid(page).and(page.locator('[aria-readonly="true"]')).waitFor();
    expect(await page.getByRole('button', { name: 'New row' }).count()).toBe(0);
  });

  it('say that there is no such table, or no row yet, and keep what could not be read to be tried again', async () => {
    const path = `/workspace/${world.workspaceId}/tables`;
    const { page } = await signedInPage(browser, world, { path: `${path}/unknown` });
    await page.getByText('There is no table with this id').waitFor();
    const table = await TableClient.create(world.server, [{ name: 'n', type: 'number' }], 'without_rows');
    await page.goto(`${world.server.url}${path}/${table.id}?filter=${encodeURIComponent('{"gone":1}')}`);
    await page.getByRole('alert').getByText('gone').waitFor();
    await page.getByRole('button', { name: /^Remove filter/ }).click();
    await page.getByRole('heading', { name: 'This table has no rows' }).waitFor();
    await page.getByRole('columnheader', { name: 'n number' }).waitFor();
    await page.getByRole('button', { name: 'Add a row' }).waitFor();
    await keepFocus(grid(page));
    await press(page, 'ArrowDown', 'Enter', 'Delete', 'Tab');
    await keepFocus(grid(page));
    await page.evaluate(`
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '1\\n2');
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
    `);
    await page.getByRole('dialog').getByRole('button', { name: 'Paste' }).click();
    await cell(page, 1, '2').waitFor();
    await stored(table, {}, [{ n: 1 }, { n: 2 }]);
  });

  it('ask once for further rows that cannot be read, and again when a person wants it', async () => {
    const table = await TableClient.create(world.server, [{ name: 'n', type: 'number' }], 'numbers');
    await table.insertAll(Array.from({ length: 250 }, (_, n) => ({ n })));
    const { page } = await signedInPage(browser, world);
    let failures = 0;
    const isFurther = (url: URL): boolean => url.pathname.endsWith('/rows') && url.search.includes('cursor');
    await page.route(isFurther, (route) => {
      failures += 1;
      return route.fulfill({ status: 400, json: { error: 'Out of order' } });
    });
    await page.goto(`${world.server.url}/workspace/${world.workspaceId}/tables/${table.id}`);
    await cell(page, 0, '0').waitFor();
    await keepFocus(grid(page));
    await press(page, 'Control+End');
    await page.getByText('Out of order').waitFor();
    await press(page, 'ArrowUp', 'Control+End');
    await page.getByText('n of row 200').waitFor();
    expect(failures).toBe(1);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Out of order').waitFor({ state: 'detached' });
    await keepFocus(grid(page));
    await press(page, 'Control+End');
    await eventually(async () => expect(await page.getByRole('gridcell', { name: '249', exact: true }).count()).toBe(1));
  });

  it('offer nothing that a person with read access may not do', async () => {
    const { page, complaints } = await readerPage(browser, world, `/workspace/${world.workspaceId}/tables`);
    await page.getByRole('link', { name: 'orders', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /New table|From CSV|Actions of/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'orders', exact: true }).click();
    await cell(page, 0, 'ada@example.org').waitFor();
    expect(await page.getByRole('button', { name: /New row|Import|Delete/ }).count()).toBe(0);
    await keepFocus(grid(page));
    await press(page, 'Enter');
    const drawer = page.getByRole('complementary', { name: 'Row' });
    await drawer.getByRole('tab', { name: 'History' }).click();
    await drawer.getByText(world.email).first().waitFor();
    expect(await drawer.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
