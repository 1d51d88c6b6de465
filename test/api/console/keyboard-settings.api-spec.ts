import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { focused } from '../../support/console/focus.js';
import { keyboardPage, type KeyboardPage } from '../../support/console/keyboard-page.js';
import { eventually } from '../../support/eventually.js';
import { userWithPassword } from '../../support/signed-in.js';

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
  const opened = (path: string): Promise<KeyboardPage> => keyboardPage(browser, world, path);
  const settings = (path: string): Promise<KeyboardPage> => opened(`/workspace/${world.workspaceId}/settings/${path}`);

  it('goes from page to page with letters, and finds a page in the palette', async () => {
    const { page, keys } = await opened(`/workspace/${world.workspaceId}`);
    await keys.press('g', 't');
    await page.getByRole('heading', { name: 'Tables' }).waitFor();
    await keys.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await keys.type('Files');
    await page.getByRole('menuitem', { name: /Files/ }).first().waitFor();
    await keys.press('Enter');
    await page.getByRole('heading', { name: 'Files', level: 1 }).waitFor();
    await keys.press('?');
    await page.getByRole('dialog').waitFor();
    await keys.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('invites a colleague, and revokes the link', async () => {
    const { page, keys } = await settings('members');
    const invite = page.getByRole('button', { name: 'Invite' });
    await keys.use(invite);
    const dialog = page.getByRole('dialog', { name: 'Invite a colleague' });
    await focused(dialog.getByLabel('E-mail'));
    await keys.type('by-keys@example.org');
    await keys.pick(dialog.getByRole('radiogroup', { name: 'Permission' }), dialog.getByRole('radio', { name: 'Write' }));
    await keys.use(dialog.getByRole('button', { name: 'Make link' }));
    await focused(page.getByRole('button', { name: 'Done' }));
    await keys.press('Enter');
    await focused(invite);
    await keys.use(page.getByRole('button', { name: 'Revoke the invitation of by-keys@example.org' }));
    await page.getByRole('row', { name: /by-keys/ }).waitFor({ state: 'detached' });
    await focused(page.getByRole('main'));
  });

  it('changes the permission of a member, and removes them', async () => {
    const { email } = await userWithPassword(world.server);
    await owner().post(`/api/v1/workspaces/${world.workspaceId}/members`).send({ email, permission: 'read' }).expect(200);
    const { page, keys } = await settings('members');
    const permission = (name: string) => page.getByRole('button', { name: `Permission of ${email}: ${name}` });
    await keys.choose(permission('Read'), page.getByRole('menuitem', { name: 'Write' }));
    await focused(permission('Write'));
    const remove = page.getByRole('button', { name: `Remove ${email}` });
    await keys.use(remove);
    const dialog = page.getByRole('dialog', { name: `Remove ${email}?` });
    await keys.use(dialog.getByRole('button', { name: 'Cancel' }));
    await focused(remove);
    await keys.press('Enter');
    await keys.use(dialog.getByRole('button', { name: 'Remove', exact: true }));
    await page.getByRole('row', { name: email }).waitFor({ state: 'detached' });
    await dialog.waitFor({ state: 'detached' });
    await focused(page.getByRole('table', { name: 'Members' }));
  });

  it('creates, rotates and revokes a key', async () => {
    const { page, keys } = await settings('keys');
    const create = page.getByRole('button', { name: 'Create key' });
    await keys.use(create);
    const dialog = page.getByRole('dialog', { name: 'Create an API key' });
    await focused(dialog.getByLabel('Name'));
    await keys.type('Shop');
    await keys.pick(dialog.getByRole('radiogroup', { name: 'It may' }), dialog.getByRole('radio', { name: 'Only some of it' }));
    await keys.reach(dialog.getByRole('checkbox', { name: /Run workflows/ }));
    await keys.press(' ');
    await keys.reach(dialog.getByLabel('Addresses'));
    await keys.type('192.0.2.0/24');
    await keys.press('Enter');
    await focused(page.getByRole('button', { name: 'Done' }));
    await keys.press('Enter');
    await page.getByRole('row', { name: /Shop .* execute 192\.0\.2\.0\/24 never/ }).waitFor();
    await focused(create);
    const rotate = page.getByRole('button', { name: 'Rotate Shop' });
    await keys.use(rotate);
    await keys.use(page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }));
    await focused(page.getByRole('button', { name: 'Done' }));
    await keys.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focused(rotate);
    await keys.use(page.getByRole('button', { name: 'Revoke Shop' }));
    await keys.use(page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }));
    await page.getByRole('button', { name: 'Revoke Shop' }).waitFor({ state: 'detached' });
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focused(page.getByRole('region', { name: 'API keys' }));
  });

  it('sets and removes a variable', async () => {
    const { page, keys } = await settings('environment');
    await keys.use(page.getByRole('button', { name: 'Set variable' }));
    await keys.reach(page.getByLabel('Name'));
    await keys.type('TOKEN');
    await keys.reach(page.getByLabel('Value'));
    await keys.type('one');
    await keys.use(page.getByRole('dialog').getByRole('button', { name: 'Set variable' }));
    await page.getByRole('row', { name: /TOKEN/ }).waitFor();
    await keys.use(page.getByRole('button', { name: 'Set variable' }));
    await keys.type('TOKEN');
    await page.getByRole('dialog').getByText('A variable of this name exists').waitFor();
    await keys.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await keys.use(page.getByRole('button', { name: 'Remove TOKEN' }));
    await keys.use(page.getByRole('dialog').getByRole('button', { name: 'Remove variable' }));
    await page.getByRole('row', { name: /TOKEN/ }).waitFor({ state: 'detached' });
    await focused(page.getByRole('main'));
  });

  it('pastes a .env file, after a look at what changes', async () => {
    const { page, keys } = await settings('environment');
    const paste = page.getByRole('button', { name: 'Paste .env' });
    await keys.use(paste);
    const dialog = page.getByRole('dialog', { name: 'Paste a .env file' });
    await focused(dialog.getByLabel('Content'));
    await keys.type('SHOP_URL="https://shop.example"');
    await keys.press('Enter');
    await keys.type('wrong');
    await dialog.getByText('Line 2 is not NAME=value').waitFor();
    await keys.type('=1');
    const preview = dialog.getByRole('list', { name: 'What changes' });
    await preview.getByText('wrong').waitFor();
    await keys.reach(preview);
    await keys.use(dialog.getByRole('button', { name: 'Set 2 variables' }));
    await page.getByRole('row', { name: /SHOP_URL/ }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await focused(paste);
  });

  it('changes the name of a workspace, and how long its runs are kept', async () => {
    const { page, keys } = await settings('general');
    await keys.reach(page.getByLabel('Name', { exact: true }));
    await keys.press('Control+a');
    await keys.type('Orders');
    const days = page.getByLabel('Days for which runs are kept');
    await keys.reach(days);
    await keys.type('30');
    await keys.press('Enter');
    await page.getByRole('status').getByText('Saved').waitFor();
    await focused(days);
    await page.getByRole('button', { name: 'Workspace Orders' }).waitFor();
    const { body } = await owner().get(`/api/v1/workspaces/${world.workspaceId}`).expect(200);
    expect((body as { data: object }).data).toMatchObject({ name: 'Orders', retentionDays: 30 });
  });

  it('deletes a workspace by typing its name', async () => {
    const { body } = await owner().post('/api/v1/workspaces').send({ name: 'Old' }).expect(200);
    const { id } = (body as { data: { id: string } }).data;
    const { page, keys } = await opened(`/workspace/${id}/settings/general`);
    const opener = page.getByRole('button', { name: 'Delete workspace…' });
    await keys.use(opener);
    const field = page.getByRole('dialog', { name: 'Delete Old?' }).getByLabel('Type Old to confirm');
    await focused(field);
    await keys.press('Escape');
    await focused(opener);
    await keys.press('Enter');
    await focused(field);
    await keys.type('Old');
    await page.getByRole('button', { name: 'Delete workspace', exact: true }).and(page.locator(':enabled')).waitFor();
    // The list of workspaces is another document, which begins with its first stop.
    await Promise.all([page.waitForEvent('load'), keys.press('Enter')]);
    await keys.skipToContent();
    await focused(page.getByRole('main'));
    await keys.reach(page.getByRole('main').getByRole('link').first());
    await eventually(() => owner().get(`/api/v1/workspaces/${id}`).expect(404));
  });
});
