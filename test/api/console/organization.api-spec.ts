import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { readerPage } from '../../support/console/reader-page.js';
import { userWithPassword } from '../../support/signed-in.js';

describeInBrowser('organizations and accounts in the console', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  async function opened(path: string): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> {
    const { page, complaints } = await signedInPage(browser, world, { path });
    return { page, complaints };
  }

  it('invite a person with a link, change the role of a member and remove them', async () => {
    const { server } = world;
    const { organizationId } = server.first;
    const { email } = await userWithPassword(server);
    await server
      .as(server.first.apiKey)
      .post(`/api/v1/organizations/${organizationId}/members`)
      .send({ email, role: 'member' })
      .expect(200);
    const { page, complaints } = await opened(`/organization/${organizationId}/members`);
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('E-mail').fill('partner@example.org');
    await page.getByRole('button', { name: 'Make link' }).click();
    await page.getByText(/\/invite#.{20,}/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Withdraw the invitation of partner@example.org' }).click();
    await page.getByRole('row', { name: /partner@example.org/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Role of ${email}: Member` }).click();
    await page.getByRole('menuitem', { name: 'Admin' }).click();
    await page.getByRole('button', { name: `Role of ${email}: Admin` }).waitFor();
    await page.getByRole('button', { name: `Remove ${email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('row', { name: email }).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('keep their last owner, and the page says why', async () => {
    const { page } = await opened(`/organization/${world.server.first.organizationId}/members`);
    await page.getByRole('button', { name: /^Role of .*: Owner$/ }).click();
    await page.getByRole('menuitem', { name: 'Member' }).click();
    await page.getByRole('alert').getByText(/owner/).waitFor();
  });

  it('show their plan and their usage by workspace', async () => {
    const { page, complaints } = await opened(`/organization/${world.server.first.organizationId}/plan`);
    await page.getByText('Cost this month').waitFor();
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('radio', { name: 'Workspace' }).click();
    await page
      .getByRole('table', { name: 'Usage by workspace' })
      .getByRole('row', { name: /Default workspace/ })
      .waitFor();
    expect(complaints).toEqual([]);
  });

  it('are closed to people without a role in them', async () => {
    const { page } = await readerPage(browser, world, `/organization/${world.server.first.organizationId}/members`);
    await page.getByText('Only owners of the organization see this page').waitFor();
    expect(await page.getByRole('button', { name: 'Invite' }).count()).toBe(0);
  });

  it('let a person change their name, and create a key that acts as them', async () => {
    const { page, complaints } = await opened('/account/profile');
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Account Ada Lovelace' }).waitFor();
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Laptop');
    await page.keyboard.press('Enter');
    const value = page.getByText(/^sk-sluice-\w{32}$/);
    await value.waitFor();
    const key = (await value.textContent()) ?? '';
    await world.server.as(key).get('/api/v1/session').expect(200);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke Laptop' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('show a person the organizations that invite them, and let them join', async () => {
    const { server } = world;
    const { email } = await userWithPassword(server);
    const { organizationId, workspaceId } = server.first;
    const owner = server.as(server.first.apiKey);
    await owner.post(`/api/v1/workspaces/${workspaceId}/members`).send({ email, permission: 'read' }).expect(200);
    await owner.post(`/api/v1/organizations/${organizationId}/invitations`).send({ email, role: 'admin' }).expect(200);
    const { page } = await signedInPage(browser, { ...world, email }, { path: '/account/profile' });
    await page.getByRole('button', { name: /^Accept / }).click();
    await page.getByRole('table', { name: 'Invitations' }).waitFor({ state: 'detached' });
    await page.goto(`${server.url}/organization/${organizationId}/plan`);
    await page.getByText('Cost this month').waitFor();
  });

  it('say how people must sign in, and refuse what would shut the owner out', async () => {
    const { page } = await opened(`/organization/${world.server.first.organizationId}/sign-in`);
    await page.getByRole('checkbox', { name: 'Require a second factor' }).press(' ');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByRole('alert').getByText('until you have turned on a second factor').waitFor();
    // The choice is kept.
    await page.getByRole('checkbox', { name: 'Require a second factor', checked: true }).waitFor();
  });

  it('tell a member what the organization demands of them', async () => {
    const { server } = world;
    const { organizationId, workspaceId } = server.first;
    const owner = server.as(server.first.apiKey);
    const { email } = await userWithPassword(server);
    await owner.post(`/api/v1/workspaces/${workspaceId}/members`).send({ email, permission: 'read' }).expect(200);
    const policy = (requireSecondFactor: boolean) =>
      owner.put(`/api/v1/organizations/${organizationId}/sign-in-policy`).send({ requireSecondFactor, allowPasswords: true }).expect(200);
    await policy(true);
    const { page } = await signedInPage(browser, { ...world, email }, { path: '/' });
    await page.getByText('requires a second factor').waitFor();
    await page.getByRole('link', { name: 'Turn it on' }).waitFor();
    await policy(false);
  });

  it('have an audit log of what was changed in them', async () => {
    const { page } = await opened(`/organization/${world.server.first.organizationId}/audit`);
    await page
      .getByText(/Organization updated|Org member/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Verify' }).waitFor();
  });
});
