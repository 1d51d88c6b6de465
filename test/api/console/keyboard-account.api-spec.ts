import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { codeOf, stepAt } from '#host/secrets/passwords/one-time-code.js';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { focused } from '../../support/console/focus.js';
import { keyboardPage, type KeyboardPage } from '../../support/console/keyboard-page.js';
import { eventually } from '../../support/eventually.js';
import { testPassword, userWithPassword, visitor } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

describeInBrowser('with the keyboard alone a person', () => {
  let server: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestApp(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  /** A page of the account of a person whom no other test changes. */
  async function opened(path: string, email?: string): Promise<KeyboardPage> {
    const person = { server, email: email ?? (await userWithPassword(server)).email, workspaceId: server.first.workspaceId };
    return keyboardPage(browser, person, `/account/${path}`);
  }

  it('changes their name', async () => {
    const { page, keys } = await opened('profile');
    const name = page.getByLabel('Name');
    await keys.reach(name);
    await keys.press('Control+a');
    await keys.type('Ada Lovelace');
    await keys.use(page.getByRole('button', { name: 'Save' }));
    await page.getByRole('status').getByText('Saved').waitFor();
    await page.getByRole('button', { name: 'Account Ada Lovelace' }).waitFor();
    await focused(page.getByRole('button', { name: 'Save' }));
  });

  it('changes their password, and goes back to a password that is refused', async () => {
    const next = 'eleven quiet rivers at noon';
    const { email } = await userWithPassword(server);
    const { page, keys } = await opened('security', email);
    await keys.reach(page.getByLabel('Present password'));
    await keys.type(testPassword);
    const field = page.getByLabel('New password');
    await keys.reach(field);
    await keys.type('too short');
    await keys.press('Enter');
    const refused = field.and(page.locator('[aria-invalid="true"]'));
    await refused.waitFor();
    await focused(refused);
    await keys.press('Control+a');
    await keys.type(next);
    const change = page.getByRole('button', { name: 'Change password' });
    await keys.use(change);
    await page.getByRole('status').getByText('The password was changed').waitFor();
    await focused(change);
    await visitor(server, email, next);
  });

  it('turns a second factor on after a failure, and off again', async () => {
    const { page, keys } = await opened('security');
    const turnOn = page.getByRole('region', { name: 'Second factor' }).getByRole('button', { name: 'Turn on' });
    const dialog = page.getByRole('dialog', { name: 'Turn on the second factor' });
    const code = dialog.getByLabel('Code');
    const address = '**/api/v1/users/me/second-factor';
    await page.route(address, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await keys.use(turnOn);
    await page.getByRole('alert').waitFor();
    await focused(turnOn);
    await page.unroute(address);
    await keys.press('Enter');
    await focused(code);
    await keys.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await focused(turnOn);
    await keys.press('Enter');
    await focused(code);
    const secret = (await dialog.locator('pre').textContent()) ?? '';
    await keys.type(codeOf(secret.replaceAll(' ', ''), stepAt(Date.now())));
    await keys.press('Enter');
    const kept = page.getByRole('dialog', { name: 'Keep your recovery codes' });
    await keys.reach(kept.getByRole('button', { name: 'Download' }));
    const [download] = await Promise.all([page.waitForEvent('download'), keys.press('Enter')]);
    expect(download.suggestedFilename()).toBe('sluice-recovery-codes.txt');
    await keys.use(kept.getByRole('button', { name: 'I have kept them' }));
    await kept.waitFor({ state: 'detached' });
    await page.getByText('10 recovery codes are left').waitFor();
    await focused(page.getByRole('region', { name: 'Second factor' }));
    await keys.use(page.getByRole('button', { name: 'Turn off' }));
    const question = page.getByRole('dialog', { name: 'Turn off the second factor?' });
    await keys.use(question.getByRole('button', { name: 'Turn off' }));
    await question.waitFor({ state: 'detached' });
    await turnOn.waitFor();
    await focused(page.getByRole('region', { name: 'Second factor' }));
  });

  it('ends a session, and then all others', async () => {
    const { email } = await userWithPassword(server);
    const others = [await visitor(server, email), await visitor(server, email)];
    const { page, keys } = await opened('security', email);
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await sessions.getByText('this browser').waitFor();
    const last = sessions.getByRole('listitem').nth((await sessions.getByRole('listitem').count()) - 1);
    await keys.use(sessions.getByRole('button', { name: /^Sign out .* at / }));
    await last.waitFor({ state: 'detached' });
    await focused(sessions);
    const endAll = sessions.getByRole('button', { name: 'Sign out everywhere else' });
    await keys.use(endAll);
    await endAll.waitFor({ state: 'detached' });
    await focused(sessions);
    for (const other of others) await eventually(() => other.get('/api/v1/session').expect(401));
  });

  it('creates a personal key, and revokes it', async () => {
    const { page, keys } = await opened('keys');
    const create = page.getByRole('button', { name: 'Create key' });
    await keys.use(create);
    await focused(page.getByRole('dialog', { name: 'Create an API key' }).getByLabel('Name'));
    await keys.type('Laptop');
    await keys.press('Enter');
    const value = page.getByText(/^sk-sluice-\w{32}$/);
    const key = (await value.textContent()) ?? '';
    await server.as(key).get('/api/v1/session').expect(200);
    await focused(page.getByRole('button', { name: 'Done' }));
    await keys.press('Enter');
    await focused(create);
    await keys.use(page.getByRole('button', { name: 'Revoke Laptop' }));
    await keys.use(page.getByRole('dialog', { name: 'Revoke Laptop?' }).getByRole('button', { name: 'Revoke key' }));
    await page.getByRole('button', { name: 'Revoke Laptop' }).waitFor({ state: 'detached' });
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focused(page.getByRole('region', { name: 'API keys' }));
    await eventually(() => server.as(key).get('/api/v1/session').expect(401));
  });

  it('changes the appearance, and turns single letters off', async () => {
    const { page, keys } = await opened('appearance');
    const themes = page.getByRole('radiogroup', { name: 'Theme' });
    await keys.pick(themes, themes.getByRole('radio', { name: 'Dark' }));
    await page.locator('[data-theme="dark"]').waitFor();
    await focused(themes.getByRole('radio', { name: 'Dark' }));
    const letters = page.getByRole('checkbox', { name: 'Single letters are keyboard shortcuts' });
    await keys.reach(letters);
    await keys.press(' ');
    await letters.and(page.getByRole('checkbox', { checked: false })).waitFor();
    await focused(letters);
    await keys.press('?', 'Control+k');
    await page.getByRole('dialog').getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    await keys.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focused(letters);
  });
});
