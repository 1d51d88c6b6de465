import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { focused } from '../../support/console/focus.js';
import { holdRequests } from '../../support/console/held-requests.js';
import { readerPage } from '../../support/console/reader-page.js';
import { eventually } from '../../support/eventually.js';
import { userWithPassword } from '../../support/signed-in.js';

describeInBrowser('the settings of a workspace in the console', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  interface Opened {
    readonly page: Page;
    readonly complaints: readonly string[];
  }

  async function opened(path: string): Promise<Opened> {
    const { page, complaints } = await signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/settings/${path}` });
    return { page, complaints };
  }

  describe('members', () => {
    it('are invited with read access in five clicks, and the link is shown once', async () => {
      const { page, complaints } = await signedInPage(browser, world);
      let clicks = 0;
      const click = async (role: 'link' | 'button', name: string): Promise<void> => {
        clicks += 1;
        await page.getByRole(role, { name, exact: true }).click();
      };
      await click('link', 'Settings');
      await click('link', 'Members');
      await click('button', 'Invite');
      await page.getByLabel('E-mail').fill('colleague@example.org');
      await click('button', 'Make link');
      const link = page.getByText(/\/invite#/);
      await link.waitFor();
      expect(await link.textContent()).toMatch(new RegExp(`^${world.server.url}/invite#.{20,}$`));
      await click('button', 'Done');
      expect(clicks).toBeLessThanOrEqual(6);
      const invited = page.getByRole('table', { name: 'Invitations' }).getByRole('row', { name: /colleague@example.org read/ });
      await invited.waitFor();
      await link.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Revoke the invitation of colleague@example.org' }).click();
      await invited.waitFor({ state: 'detached' });
      expect(complaints).toEqual([]);
    });

    it('are invited by keyboard alone', async () => {
      const { page } = await opened('members');
      await page.getByRole('button', { name: 'Invite' }).focus();
      await page.keyboard.press('Enter');
      await focused(page.getByLabel('E-mail'));
      await page.keyboard.type('by-keys@example.org');
      await page.keyboard.press('Enter');
      await page.getByText(/\/invite#/).waitFor();
    });

    it('get another permission and are removed', async () => {
      const { server, workspaceId } = world;
      const { email } = await userWithPassword(server);
      await server
        .as(server.first.apiKey)
        .post(`/api/v1/workspaces/${workspaceId}/members`)
        .send({ email, permission: 'read' })
        .expect(200);
      const { page, complaints } = await opened('members');
      await page.getByRole('button', { name: `Permission of ${email}: Read` }).click();
      await page.getByRole('menuitem', { name: 'Write' }).click();
      await page.getByRole('button', { name: `Permission of ${email}: Write` }).waitFor();
      await page.getByRole('button', { name: `Remove ${email}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
      await page.getByRole('row', { name: email }).waitFor({ state: 'detached' });
      expect(complaints).toEqual([]);
    });

    it('who are invited with a wrong address read why, and keep what they typed', async () => {
      const { page } = await opened('members');
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByLabel('E-mail').fill('no address');
      await page.getByRole('button', { name: 'Make link' }).click();
      await page.getByRole('dialog').locator('[aria-invalid="true"]').waitFor();
      expect(await page.getByLabel('E-mail').inputValue()).toBe('no address');
    });
  });

  describe('API keys', () => {
    it('are created with limits, rotated and revoked, and their values are shown once', async () => {
      const { page, complaints } = await opened('keys');
      await page.getByRole('button', { name: 'Create key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Shop');
      await dialog.getByRole('radio', { name: 'Only some of it' }).click();
      await dialog.getByText('Run workflows and answer their questions').click();
      await dialog.getByLabel('Last day').fill('2099-12-31');
      await dialog.getByLabel('Addresses').fill('192.0.2.0/24');
      await dialog.getByRole('button', { name: 'Create key' }).click();
      const value = page.getByText(/^sk-sluice-\w{32}$/);
      await value.waitFor();
      const first = await value.textContent();
      await page.getByRole('button', { name: 'Done' }).click();
      await value.waitFor({ state: 'detached' });
      await page.getByRole('row', { name: /Shop .* execute 192\.0\.2\.0\/24 never/ }).waitFor();
      await page.getByRole('button', { name: 'Rotate Shop' }).click();
      await page.getByRole('button', { name: 'Rotate key' }).click();
      await value.waitFor();
      expect(await value.textContent()).not.toBe(first);
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'Revoke Shop' }).click();
      await page.getByRole('button', { name: 'Revoke key' }).click();
      await page.getByRole('button', { name: 'Revoke Shop' }).waitFor({ state: 'detached' });
      expect(complaints).toEqual([]);
    });

    it('are created by keyboard alone', async () => {
      const { page } = await opened('keys');
      await page.getByRole('button', { name: 'Create key' }).focus();
      await page.keyboard.press('Enter');
      await focused(page.getByRole('dialog').getByLabel('Name'));
      await page.keyboard.type('By keys');
      await page.keyboard.press('Enter');
      await page.getByText(/^sk-sluice-\w{32}$/).waitFor();
      await focused(page.getByRole('button', { name: 'Done' }));
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Rotate By keys' }).waitFor();
    });
  });

  describe('environment variables', () => {
    it('are set by pasting a .env file, after a look at what changes, and their values are not shown', async () => {
      const { page, complaints } = await opened('environment');
      await page.getByRole('button', { name: 'Set variable' }).click();
      await page.getByLabel('Name').fill('TOKEN');
      await page.getByLabel('Value').fill('one');
      await page.getByRole('dialog').getByRole('button', { name: 'Set variable' }).click();
      await page.getByRole('row', { name: /TOKEN/ }).waitFor();
      await page.getByRole('button', { name: 'Paste .env' }).click();
      await page.getByLabel('Content').fill('TOKEN=two\nSHOP_URL="https://shop.example"');
      const preview = page.getByRole('list', { name: 'What changes' });
      await eventually(async () => {
        expect(await preview.getByRole('listitem').allTextContents()).toEqual(['SHOP_URLis added', 'TOKENis replaced']);
      });
      await page.getByRole('button', { name: 'Set 2 variables' }).click();
      await page.getByRole('row', { name: /SHOP_URL/ }).waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await page.getByText('shop.example').count()).toBe(0);
      await page.getByRole('button', { name: 'Remove TOKEN' }).click();
      await page.getByRole('button', { name: 'Remove variable' }).click();
      await page.getByRole('row', { name: /TOKEN/ }).waitFor({ state: 'detached' });
      expect(complaints).toEqual([]);
    });

    it('of a file with a wrong line are not set', async () => {
      const { page } = await opened('environment');
      await page.getByRole('button', { name: 'Paste .env' }).click();
      await page.getByLabel('Content').fill('A=1\nwrong');
      await page.getByText('Line 2 is not NAME=value').waitFor();
      await eventually(async () => expect(await page.getByRole('button', { name: 'Set 1 variable' }).isDisabled()).toBe(true));
    });
  });

  describe('the workspace itself', () => {
    it('gets another name and keeps its runs for some days, then for as long as the plan lets it', async () => {
      const { page, complaints } = await opened('general');
      await page.getByLabel('Name', { exact: true }).fill('Orders 🧾');
      await page.getByLabel('Days for which runs are kept').fill('30');
      await page.getByRole('button', { name: 'Save' }).click();
      const saved = page.getByRole('status').getByText('Saved');
      await saved.waitFor();
      await page.getByRole('button', { name: 'Workspace Orders 🧾' }).waitFor();
      const stored = async (): Promise<unknown> => {
        const { server, workspaceId } = world;
        const { body } = await server.as(server.first.apiKey).get(`/api/v1/workspaces/${workspaceId}`).expect(200);
        return (body as { data: { retentionDays: number | null } }).data.retentionDays;
      };
      await eventually(async () => expect(await stored()).toBe(30));
      await page.getByLabel('Days for which runs are kept').fill('');
      await saved.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Save' }).click();
      await saved.waitFor();
      await eventually(async () => expect(await stored()).toBeNull());
      expect(complaints).toEqual([]);
    });

    it('does not say that it is saved when it was edited meanwhile', async () => {
      const { page } = await opened('general');
      const days = page.getByLabel('Days for which runs are kept');
      await days.fill('20');
      const letThrough = await holdRequests(page, '**/api/v1/workspaces/*');
      const isSent = page.waitForRequest((request) => request.method() === 'PATCH');
      await page.getByRole('button', { name: 'Save' }).click();
      const answer = (await isSent).response();
      await days.fill('21');
      letThrough();
      expect((await answer)?.status()).toBe(200);
      await page.getByRole('button', { name: 'Save' }).and(page.locator(':not([data-pending])')).waitFor();
      expect(await page.getByText('Saved', { exact: true }).count()).toBe(0);
    });

    it('is deleted only when its name was typed', async () => {
      const { server } = world;
      const { body } = await server.as(server.first.apiKey).post('/api/v1/workspaces').send({ name: 'Old' }).expect(200);
      const { id } = (body as { data: { id: string } }).data;
      const { page } = await signedInPage(browser, world, { path: `/workspace/${id}/settings/general` });
      await page.getByRole('button', { name: 'Delete workspace…' }).click();
      const action = page.getByRole('button', { name: 'Delete workspace', exact: true });
      await page.getByLabel('Type Old to confirm').fill('old');
      await eventually(async () => expect(await action.isDisabled()).toBe(true));
      await page.getByLabel('Type Old to confirm').fill('Old');
      await action.click();
      await page.waitForURL(/\/workspaces$/);
      await eventually(() => server.as(server.first.apiKey).get(`/api/v1/workspaces/${id}`).expect(404));
    });
  });

  describe('usage', () => {
    it('is a chart and a table of days, and a table of workflows, by choice', async () => {
      const { page, complaints } = await opened('usage');
      await page.getByRole('img', { name: /by day/ }).waitFor();
      await page.getByRole('radio', { name: 'Workflow' }).click();
      await page
        .getByRole('table', { name: 'Usage by workflow' })
        .getByRole('row', { name: /Order confirmation/ })
        .waitFor();
      await page.waitForURL(/[?&]by=workflow/);
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
      expect(download.suggestedFilename()).toBe('usage-by-workflow.csv');
      expect(complaints).toEqual([]);
    });
  });

  it('of a workspace that is not there say so', async () => {
    const { page } = await signedInPage(browser, world, { path: '/workspace/unknown/settings/general' });
    await page
      .getByRole('alert')
      .getByText(/Request /)
      .waitFor();
  });

  it('are for admins: others see facts and no action', async () => {
    const { page } = await readerPage(browser, world, `/workspace/${world.workspaceId}/settings/general`);
    await page.getByText('Admins of the workspace change it.').waitFor();
    expect(await page.getByRole('button', { name: /Save|Delete/ }).count()).toBe(0);
    await page.goto(`${world.server.url}/workspace/${world.workspaceId}/settings/keys`);
    await page.getByText('Only admins of the workspace see this page').waitFor();
    expect(await page.getByRole('button', { name: 'Create key' }).count()).toBe(0);
  });
});
