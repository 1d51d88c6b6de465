import type { Browser, Locator } from 'playwright-core';
import type { TableClient } from '../table-api.js';
import type { ConsoleWorld } from './console-world.js';
import { keyboardPage, type KeyboardPage } from './keyboard-page.js';
import { ordersTable } from './orders-table.js';

interface KeyboardTable extends KeyboardPage {
  readonly name: string;
  readonly table: TableClient;
  readonly grid: Locator;
}

let tables = 0;

/** The page of a table that no other test changes. */
export async function keyboardTable(browser: Browser, world: ConsoleWorld): Promise<KeyboardTable> {
  const name = `orders_${(tables += 1)}`;
  const table = await ordersTable(world.server, name);
  const { page, keys } = await keyboardPage(browser, world, `/workspace/${world.workspaceId}/tables/${table.id}`);
  await page.getByRole('gridcell', { name: 'ada@example.org' }).waitFor();
  return { page, keys, name, table, grid: page.getByRole('grid') };
}
