import type { Locator, Page } from 'playwright-core';
import { askOnce, pausedRun } from '../resume-api.js';
import type { ConsoleWorld } from './console-world.js';
import { focused } from './focus.js';
import { ordersTable } from './orders-table.js';
import type { Refused } from './refused-requests.js';

/** An action of a page, with what a person has typed for it. */
export interface Action extends Refused {
  /** The page, below the workspace. */
  readonly at: (world: ConsoleWorld) => string | Promise<string>;
  readonly begin: (page: Page) => Promise<void>;
  readonly send: (page: Page) => Promise<void>;
  /** Where the person reads why it was refused. */
  readonly place: (page: Page) => Locator;
  /** What was typed, and is still there. */
  readonly kept?: (page: Page) => readonly (readonly [Locator, string])[];
  readonly done: (page: Page) => Locator;
}

export const dialog = (page: Page): Locator => page.getByRole('dialog');
export const press = (place: Locator, name: string): Promise<void> => place.getByRole('button', { name, exact: true }).click();

/** An action of a dialog whose name is that of its button. */
function inDialog(opener: string, action: string, texts: Readonly<Record<string, string>>) {
  const field = (page: Page, label: string): Locator =>
    dialog(page)
      .getByRole('textbox', { name: new RegExp(`^${label}`) })
      .first();
  return {
    begin: async (page: Page) => {
      await press(page.getByRole('main'), opener);
      for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text);
    },
    send: (page: Page) => press(dialog(page), action),
    place: (page: Page) => dialog(page).getByRole('alert'),
    kept: (page: Page) => Object.entries(texts).map(([label, text]) => [field(page, label), text] as const),
  };
}

const row = (name: string | RegExp) => (page: Page) => page.getByRole('row', { name }).first();
const question = (page: Page): Locator => page.getByRole('complementary', { name: 'Question' });
const cell = (page: Page): Locator => page.getByRole('textbox', { name: 'email of row 1' });

/** One of each kind of page, by its name. */
export const actions: readonly (readonly [string, Action])[] = [
  [
    'save settings',
    {
      method: 'PATCH',
      path: /\/workspaces\/[^/]+$/,
      at: () => 'settings/general',
      begin: (page) => page.getByLabel('Name', { exact: true }).fill('Another name'),
      send: (page) => press(page.getByRole('main'), 'Save'),
      place: (page) => page.getByRole('main').getByRole('alert'),
      kept: (page) => [[page.getByLabel('Name', { exact: true }), 'Another name']],
      done: (page) => page.getByRole('status').getByText('Saved'),
    },
  ],
  [
    'invite',
    {
      method: 'POST',
      path: /\/invitations$/,
      at: () => 'settings/members',
      ...inDialog('Invite', 'Make link', { 'E-mail': 'refused@example.org' }),
      done: (page) => page.getByText(/\/invite#/),
    },
  ],
  [
    'create a key',
    {
      method: 'POST',
      path: /\/api-keys$/,
      at: () => 'settings/keys',
      ...inDialog('Create key', 'Create key', { Name: 'Nightly', Addresses: '192.0.2.0/24' }),
      done: (page) => page.getByText(/^sk-sluice-\w{32}$/),
    },
  ],
  [
    'set a variable',
    {
      method: 'PUT',
      path: /\/environment$/,
      at: () => 'settings/environment',
      ...inDialog('Set variable', 'Set variable', { Name: 'TOKEN', Value: 'one\ntwo' }),
      done: row(/TOKEN/),
    },
  ],
  [
    'create a workflow',
    {
      method: 'POST',
      path: /\/api\/v1\/workflows$/,
      at: () => 'w',
      ...inDialog('New workflow', 'Create workflow', { Name: 'Refused first', Description: 'And then made' }),
      done: (page) => page.getByRole('heading', { name: 'Refused first' }),
    },
  ],
  [
    'deploy',
    {
      method: 'POST',
      path: /\/deploy$/,
      at: ({ workflows }) => `w/${workflows.completes}`,
      ...inDialog('Deploy', 'Deploy', { 'Name of the version': 'Spring', Comment: 'With another tax' }),
      done: (page) => page.getByRole('dialog', { name: /is deployed|deployed/ }),
    },
  ],
  [
    'create a table',
    {
      method: 'POST',
      path: /\/tables$/,
      at: () => 'tables',
      ...inDialog('New table', 'Create table', { Name: 'refused' }),
      begin: async (page) => {
        await press(page.getByRole('main'), 'New table');
        await dialog(page).getByLabel('Name').first().fill('refused');
        await dialog(page).getByRole('group', { name: 'Column 1' }).getByLabel('Name').fill('part');
      },
      done: (page) => page.getByRole('heading', { name: 'refused' }),
    },
  ],
  [
    'create a knowledge base',
    {
      method: 'POST',
      path: /\/knowledge$/,
      at: () => 'knowledge',
      ...inDialog('New knowledge base', 'Create', { Name: 'Refused first', Description: 'And then made' }),
      done: (page) => page.getByRole('heading', { name: 'Refused first' }),
    },
  ],
  [
    'add a model provider',
    {
      method: 'POST',
      path: /\/model-providers$/,
      at: () => 'models',
      ...inDialog('Add provider', 'Add provider', { Name: 'local', Address: 'https://models.example.com/v1' }),
      done: row(/local/),
    },
  ],
  [
    'register an MCP server',
    {
      method: 'POST',
      path: /\/mcp-servers$/,
      at: () => 'mcp',
      ...inDialog('Register server', 'Register server', { Name: 'tickets', Address: 'https://mcp.example.com/mcp' }),
      done: row(/tickets/),
    },
  ],
  [
    'answer a question',
    {
      method: 'POST',
      path: /\/api\/resume\//,
      at: async ({ server }) => `questions?question=${await pausedRun(server, await askOnce(server))}`,
      begin: (page) => question(page).getByLabel('note').fill('As agreed'),
      send: (page) => press(question(page), 'Approve'),
      place: (page) => question(page).getByRole('alert'),
      kept: (page) => [[question(page).getByRole('textbox', { name: 'note' }), 'As agreed']],
      done: (page) => page.getByText('Your answer was taken.'),
    },
  ],
  [
    'cancel a run',
    {
      method: 'POST',
      path: /\/cancel$/,
      at: async ({ server }) => `logs/${await pausedRun(server, await askOnce(server))}`,
      ...inDialog('Cancel run', 'Cancel run', {}),
      done: (page) => page.getByRole('main').getByText('Cancelled', { exact: true }).first(),
    },
  ],
  [
    'keep a run',
    {
      method: 'PUT',
      path: /\/hold$/,
      at: ({ runs }) => `logs/${runs.completed}`,
      ...inDialog('', 'Keep run', { Reason: 'The auditors ask for it' }),
      begin: async (page) => {
        await press(page.getByRole('main'), 'More');
        await page.getByRole('menuitem', { name: 'Keep this run' }).click();
        await dialog(page).getByLabel('Reason').fill('The auditors ask for it');
      },
      done: (page) => page.getByText('The auditors ask for it'),
    },
  ],
  [
    'edit a cell',
    {
      method: 'PATCH',
      path: /\/rows\/[^/]+$/,
      at: async ({ server }) => `tables/${(await ordersTable(server, 'refused_cells')).id}`,
      begin: async (page) => {
        await page.locator('[role="gridcell"][data-row="0"]', { hasText: 'ada@example.org' }).dblclick();
        await focused(cell(page));
        await cell(page).fill('lovelace@example.org');
      },
      send: (page) => cell(page).press('Enter'),
      place: (page) => page.getByRole('grid').getByRole('alert'),
      kept: (page) => [[cell(page), 'lovelace@example.org']],
      done: (page) => page.getByRole('gridcell', { name: 'lovelace@example.org' }),
    },
  ],
  [
    'upload a file',
    {
      method: 'POST',
      path: /\/files$/,
      at: () => 'files',
      begin: (page) =>
        page
          .locator('input[type="file"]')
          .setInputFiles({ name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('Three tables') }),
      send: (page) => page.getByRole('button', { name: 'Try offer.txt again' }).click(),
      place: (page) => page.getByRole('region', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: 'offer.txt' }),
      done: (page) => page.getByRole('button', { name: 'offer.txt', exact: true }),
    },
  ],
];
