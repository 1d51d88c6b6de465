import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { codeOf, stepAt } from '#host/secrets/passwords/one-time-code.js';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { focused } from '../../support/console/focus.js';
import { keyboardPage, type KeyboardPage } from '../../support/console/keyboard-page.js';
import { userWithPassword, visitorWith } from '../../support/signed-in.js';

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

  const opened = (path: string, email = world.email): Promise<KeyboardPage> =>
    keyboardPage(browser, { ...world, email }, `/organization/${world.server.first.organizationId}/${path}`);

  it('invites a person to an organization, and withdraws the invitation', async () => {
    const { page, keys } = await opened('members');
    const invite = page.getByRole('button', { name: 'Invite' });
    await keys.use(invite);
    const dialog = page.getByRole('dialog', { name: 'Invite to the organization' });
    await focused(dialog.getByLabel('E-mail'));
    await keys.type('partner@example.org');
    await keys.pick(dialog.getByRole('radiogroup', { name: 'Role' }), dialog.getByRole('radio', { name: 'Admin' }));
    await keys.use(dialog.getByRole('button', { name: 'Make link' }));
    await focused(page.getByRole('button', { name: 'Done' }));
    await keys.press('Enter');
    await focused(invite);
    await page.getByRole('row', { name: /partner@example.org admin/ }).waitFor();
    await keys.use(page.getByRole('button', { name: 'Withdraw the invitation of partner@example.org' }));
    await page.getByRole('row', { name: /partner@example.org/ }).waitFor({ state: 'detached' });
    await focused(page.getByRole('main'));
  });

  it('changes the role of a member, and removes them', async () => {
    const { server } = world;
    const { email } = await userWithPassword(server);
    const path = `/api/v1/organizations/${server.first.organizationId}/members`;
    await server.as(server.first.apiKey).post(path).send({ email, role: 'member' }).expect(200);
    const { page, keys } = await opened('members');
    const role = (name: string) => page.getByRole('button', { name: `Role of ${email}: ${name}` });
    await keys.choose(role('Member'), page.getByRole('menuitem', { name: 'Admin' }));
    await focused(role('Admin'));
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

  it('says how people must sign in, after reading why a policy is refused', async () => {
    const { server } = world;
    const { email } = await userWithPassword(server);
    const path = `/api/v1/organizations/${server.first.organizationId}`;
    await server.as(server.first.apiKey).post(`${path}/members`).send({ email, role: 'owner' }).expect(200);
    const { page, keys } = await opened('sign-in', email);
    const secondFactor = page.getByRole('checkbox', { name: 'Require a second factor' });
    const save = page.getByRole('button', { name: 'Save' });
    await keys.reach(secondFactor);
    await keys.press(' ');
    await keys.use(save);
    await page.getByRole('alert').getByText('until you have turned on a second factor').waitFor();
    await focused(save);
    await turnOnSecondFactor(page);
    await keys.press('Enter');
    await page.getByRole('status').getByText('Saved').waitFor();
    await focused(save);
    const stored = () => server.as(server.first.apiKey).get(`${path}/sign-in-policy`).expect(200);
    expect((await stored()).body).toMatchObject({ data: { requireSecondFactor: true, allowPasswords: true } });
    await keys.reach(secondFactor, 'Shift+Tab');
    await keys.press(' ');
    await page.getByRole('status').getByText('Saved').waitFor({ state: 'detached' });
    await keys.use(save);
    await page.getByRole('status').getByText('Saved').waitFor();
    await focused(save);
    expect((await stored()).body).toMatchObject({ data: { requireSecondFactor: false } });
  });

  /** Turns it on for the person of a page, in the session of that page. */
  async function turnOnSecondFactor(page: Page): Promise<void> {
    const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`);
    const person = visitorWith(world.server, cookies.join('; '));
    const path = '/api/v1/users/me/second-factor';
    const { body } = await person.post(path).expect(200);
    const code = codeOf((body as { data: { secret: string } }).data.secret, stepAt(Date.now()));
    await person.post(`${path}/enable`).send({ code }).expect(200);
  }
});
