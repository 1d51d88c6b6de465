import { afterAll, beforeAll, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { focused } from '../../support/console/focus.js';
import { keyboardPage, type KeyboardPage } from '../../support/console/keyboard-page.js';
import { userWithPassword } from '../../support/signed-in.js';

describeInBrowser('with the keyboard alone an operator', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  const opened = (path: string): Promise<KeyboardPage> => keyboardPage(browser, world, `/operator/${path}`);

  it('creates a user, and makes a link with which they choose a password', async () => {
    const { page, keys } = await opened('users');
    const create = page.getByRole('button', { name: 'Create user' });
    await keys.use(create);
    const dialog = page.getByRole('dialog', { name: 'Create a user' });
    await focused(dialog.getByLabel('E-mail'));
    await keys.type('grace@example.org');
    await keys.reach(dialog.getByLabel('Name'));
    await keys.type('Grace Hopper');
    await keys.press('Enter');
    const actions = page.getByRole('button', { name: 'Actions of grace@example.org' });
    await actions.waitFor();
    await dialog.waitFor({ state: 'detached' });
    await focused(create);
    await keys.choose(actions, page.getByRole('menuitem', { name: 'Make recovery link' }));
    const link = page.getByRole('dialog', { name: 'The link for grace@example.org' });
    await link.getByText(/\/recover#.{20,}/).waitFor();
    await focused(link.getByRole('button', { name: 'Done' }));
    await keys.press('Enter');
    await link.waitFor({ state: 'detached' });
    await focused(actions);
  });

  it('suspends a user, and lets them in again', async () => {
    const { email } = await userWithPassword(world.server);
    const { page, keys } = await opened('users');
    const actions = page.getByRole('button', { name: `Actions of ${email}` });
    await keys.choose(actions, page.getByRole('menuitem', { name: 'Suspend' }));
    await page.getByRole('row', { name: new RegExp(`${email} .*suspended`) }).waitFor();
    await focused(actions);
    await keys.choose(actions, page.getByRole('menuitem', { name: 'Let in again' }));
    await page.getByRole('row', { name: new RegExp(`${email} .*active`) }).waitFor();
    await focused(actions);
  });

  it('creates an organization, and changes its plan', async () => {
    const { page, keys } = await opened('organizations');
    const create = page.getByRole('button', { name: 'Create organization' });
    await keys.use(create);
    const dialog = page.getByRole('dialog', { name: 'Create an organization' });
    await focused(dialog.getByLabel('Name'));
    await keys.type('Northwind');
    await keys.press('Enter');
    const change = page.getByRole('button', { name: 'Change Northwind' });
    await change.waitFor();
    await dialog.waitFor({ state: 'detached' });
    await focused(create);
    await keys.use(change);
    const changes = page.getByRole('dialog', { name: 'Change Northwind' });
    await focused(changes.getByLabel('Name'));
    await keys.reach(changes.getByLabel('Plan'));
    await keys.press('Control+a');
    await keys.type('none such');
    await keys.press('Enter');
    const refused = changes.getByLabel('Plan').and(page.locator('[aria-invalid="true"]'));
    await refused.waitFor();
    await focused(refused);
    await keys.press('Control+a');
    await keys.type('free');
    await keys.press('Enter');
    await page.getByRole('row', { name: /Northwind free/ }).waitFor();
    await changes.waitFor({ state: 'detached' });
    await focused(change);
  });
});
