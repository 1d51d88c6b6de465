import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { focused } from '../../support/console/focus.js';
import { readerPage } from '../../support/console/reader-page.js';
import { userWithPassword } from '../../support/signed-in.js';
import { barriers, overflow } from '../../support/watched-page.js';

describeInBrowser('a new workspace in the console', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  const switcher = (page: Page, name = 'Default workspace') => page.getByRole('button', { name: `Workspace ${name}` });

  it('is created from the switcher by keyboard, and opens', async () => {
    const { page, complaints } = await signedInPage(browser, world);
    await switcher(page).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'New workspace' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New workspace' });
    await focused(dialog.getByLabel('Name'));
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.type('Support');
    await page.keyboard.press('Enter');
    await switcher(page, 'Support').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).not.toContain(world.workspaceId);
    await page.getByText('Import').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('needs a name, and says what refuses it', async () => {
    const { page } = await signedInPage(browser, world);
    await switcher(page).click();
    await page.getByRole('menuitem', { name: 'New workspace' }).click();
    const dialog = page.getByRole('dialog', { name: 'New workspace' });
    await dialog.getByRole('button', { name: 'Create workspace' }).click();
    await focused(dialog.getByLabel('Name').and(page.locator('[aria-invalid="true"]')));
    await page.route('**/api/v1/workspaces', (route) =>
      route.fulfill({ status: 402, json: { error: 'The plan free allows 3 workspaces', code: 'USAGE_LIMIT_EXCEEDED' } }),
    );
    await dialog.getByLabel('Name').fill('Fourth');
    await dialog.getByRole('button', { name: 'Create workspace' }).click();
    await dialog.getByRole('alert').getByText('The plan free allows 3 workspaces').waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Fourth');
  });

  it('is in the organization that an admin of several chooses, who is in no workspace yet', async () => {
    const { server } = world;
    const owner = server.as(server.first.apiKey);
    const { email, key } = await userWithPassword(server);
    const ids: string[] = [];
    for (const name of ['Ash', 'Birch']) {
      const { body } = await owner.post('/api/v1/organizations').send({ name }).expect(200);
      const { id } = (body as { data: { id: string } }).data;
      await owner.post(`/api/v1/organizations/${id}/members`).send({ email, role: 'admin' }).expect(200);
      ids.push(id);
    }
    const { page } = await signedInPage(browser, { ...world, email }, { path: '/workspaces', size: 'phone' });
    await page.getByRole('button', { name: 'New workspace' }).click();
    const dialog = page.getByRole('dialog', { name: 'New workspace' });
    await dialog.getByLabel('Name').fill('Furniture');
    await dialog.getByRole('button', { name: /Organization/ }).click();
    await page.getByRole('option', { name: 'Birch' }).click();
    expect(await overflow(page)).toBe(0);
    await dialog.getByRole('button', { name: 'Create workspace' }).click();
    await page.waitForURL(/\/workspace\/.+/);
    const { body } = await server.as(key).get('/api/v1/workspaces').expect(200);
    expect((body as { data: object[] }).data).toMatchObject([{ name: 'Furniture', organizationId: ids[1] }]);
  });

  it('is not offered to members who may not create it', async () => {
    const { page } = await readerPage(browser, world);
    await switcher(page).click();
    await page.getByRole('menuitem', { name: 'Default workspace' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'New workspace' }).count()).toBe(0);
    await page.goto(`${world.server.url}/workspaces`);
    await page.getByRole('heading', { name: 'Workspaces' }).waitFor();
    expect(await page.getByRole('button', { name: 'New workspace' }).count()).toBe(0);
  });
});
