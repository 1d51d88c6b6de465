import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { dialog, press } from '../../support/console/refusable-actions.js';
import { createWorkflow } from '../../support/workflow-api.js';

interface Refused {
  readonly at: string;
  /** What opens the dialog; absent: the form is on the page. */
  readonly opener?: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly action: string;
  /** The field with the problem, and what is said at it. */
  readonly field: RegExp;
  readonly says: string | RegExp;
}

const forms: readonly (readonly [string, Refused])[] = [
  [
    'a variable',
    {
      at: 'settings/environment',
      opener: 'Set variable',
      texts: { Name: '1 bad', Value: 'x' },
      action: 'Set variable',
      field: /^Name/,
      says: /^Must have a name of letters/,
    },
  ],
  [
    'an invitation',
    {
      at: 'settings/members',
      opener: 'Invite',
      texts: { 'E-mail': 'no address' },
      action: 'Make link',
      field: /^E-mail/,
      says: /^Must be/,
    },
  ],
  [
    'an API key',
    {
      at: 'settings/keys',
      opener: 'Create key',
      texts: { Name: 'Nightly', Addresses: 'here' },
      action: 'Create key',
      field: /^Addresses/,
      says: /^Must be a list of addresses/,
    },
  ],
  [
    'a provider',
    {
      at: 'models',
      opener: 'Add provider',
      texts: { Name: 'local', Address: 'nowhere' },
      action: 'Add provider',
      field: /^Address/,
      says: /^Must be/,
    },
  ],
  [
    'an MCP server',
    {
      at: 'mcp',
      opener: 'Register server',
      texts: { Name: 'Tools', Address: 'nowhere' },
      action: 'Register server',
      field: /^Address/,
      says: /^Must be/,
    },
  ],
  [
    'a table',
    { at: 'tables', opener: 'New table', texts: { Name: 'orders' }, action: 'Create table', field: /^Name/, says: /^Must be a string of/ },
  ],
  [
    'a knowledge base',
    { at: 'knowledge', opener: 'New knowledge base', texts: { Name: ' ' }, action: 'Create', field: /^Name/, says: /^Must/ },
  ],
  [
    'a workflow',
    { at: 'w', opener: 'New workflow', texts: { Name: 'x'.repeat(300) }, action: 'Create workflow', field: /^Name/, says: /^Must/ },
  ],
  [
    'the days of the workspace',
    { at: 'settings/general', texts: { 'Days for which': 'ten' }, action: 'Save', field: /^Days/, says: 'Must be a whole number' },
  ],
  ['the name of the workspace', { at: 'settings/general', texts: { Name: '' }, action: 'Save', field: /^Name/, says: /^Must/ }],
];

describeInBrowser('a form in the console', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  const opened = async (path: string): Promise<Page> =>
    (await signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/${path}` })).page;

  const fieldOf = (place: Locator, label: string | RegExp): Locator => place.getByRole('textbox', { name: label });

  it.each(forms)(
    'that is refused says in the words of the page what is wrong at the field, and leads the focus there: %s',
    async (_, form) => {
      const page = await opened(form.at);
      const place = form.opener === undefined ? page.getByRole('main') : dialog(page);
      if (form.opener !== undefined) await press(page.getByRole('main'), form.opener);
      for (const [label, text] of Object.entries(form.texts))
        await fieldOf(place, new RegExp(`^${label}`))
          .first()
          .fill(text);
      await press(place, form.action);
      await place.getByText(form.says).waitFor();
      expect(await place.getByText(form.says).count()).toBe(1);
      await place.getByRole('textbox', { name: form.field }).and(page.locator('[aria-invalid=true]:focus')).waitFor();
    },
  );

  it('leads the focus to a column that is added', async () => {
    const page = await opened('tables');
    await press(page.getByRole('main'), 'New table');
    await press(dialog(page), 'Add a column');
    const added = dialog(page).getByRole('group', { name: 'Column 2' }).getByRole('textbox', { name: 'Name' });
    await added.and(page.locator(':focus')).waitFor();
  });

  it('marks the address of a chat that another one has', async () => {
    const page = await opened('chats');
    for (const [title, end] of [
      ['First', dialog(page)],
      ['Second', undefined],
    ] as const) {
      await press(page.getByRole('main'), 'Create chat');
      await dialog(page)
        .getByRole('button', { name: /Workflow/ })
        .click();
      await page.getByRole('option', { name: 'Order confirmation' }).click();
      await dialog(page).getByLabel('Title').fill(title);
      await dialog(page).getByLabel('Address').fill('same-place');
      await press(dialog(page), 'Create chat');
      await end?.waitFor({ state: 'detached' });
    }
    await dialog(page).getByText('Another chat of this server has this address already').waitFor();
    await dialog(page).getByLabel('Address').and(page.locator('[aria-invalid=true]:focus')).waitFor();
  });

  it('says once why a document is not imported', async () => {
    const page = await opened('w');
    await press(page.getByRole('main'), 'Import');
    await dialog(page).getByLabel('Document').fill('{');
    await press(dialog(page), 'Import');
    await dialog(page).getByText('The document is not valid JSON').waitFor();
    expect(await dialog(page).getByText('The document is not valid JSON').count()).toBe(1);
  });

  it('offers for a chat only workflows that are deployed', async () => {
    await createWorkflow(world.server, { name: 'Only a draft' });
    const page = await opened('chats');
    await press(page.getByRole('main'), 'Create chat');
    await dialog(page)
      .getByRole('button', { name: /Workflow/ })
      .click();
    await page.getByRole('option', { name: 'Order confirmation' }).waitFor();
    expect(await page.getByRole('option', { name: 'Only a draft' }).count()).toBe(0);
  });
});
