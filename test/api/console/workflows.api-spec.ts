import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { focused } from '../../support/console/focus.js';
import { readerPage } from '../../support/console/reader-page.js';
import { eventually } from '../../support/eventually.js';
import type { WatchedPage } from '../../support/watched-page.js';
import { createWorkflow } from '../../support/workflow-api.js';
import { aBlock, aState, workflowFixture } from '../../support/workflow-documents.js';

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly folderId: string | null;
  readonly isDeployed: boolean;
}

describeInBrowser('the workflows in the console', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  async function opened(path = ''): Promise<WatchedPage> {
    return signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/w${path}` });
  }

  async function listed(name: string): Promise<Listed | undefined> {
    const { server, workspaceId } = world;
    const { body } = await server.as(server.first.apiKey).get(`/api/v1/workflows?workspaceId=${workspaceId}&limit=100`).expect(200);
    return (body as { data: Listed[] }).data.find((each) => each.name === name);
  }

  async function deployable(name: string): Promise<string> {
    return createWorkflow(world.server, { name, state: aState([aBlock('start', 'start_trigger')]) });
  }

  async function choose(page: Page, workflow: string, action: string): Promise<void> {
    await page.getByRole('button', { name: `Actions of ${workflow}`, exact: true }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  }

  it('promises nothing of a roll back where there is no version', async () => {
    await deployable('Never deployed');
    const { page } = await opened();
    await choose(page, 'Never deployed', 'Roll back…');
    await page.getByText('There is no other version to roll back to.').waitFor();
    expect(await page.getByText('New runs use the earlier version at once').count()).toBe(0);
  });

  it('lists workflows with their state and their failures, and leads to those runs', async () => {
    const watched = await opened();
    const { page } = watched;
    const row = page.getByRole('row', { name: /Order confirmation/ });
    await row.getByText('Deployed').waitFor();
    await row.getByText('Sales').waitFor();
    await page.getByRole('link', { name: /^1 failed run of/ }).click();
    await page.waitForURL(/\/logs\?/);
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('level'), searchParams.get('since'), searchParams.get('workflow')]).toEqual([
      'error',
      '24h',
      world.workflows.fails,
    ]);
    expect(watched.complaints).toEqual([]);
  });

  it('keeps a folder, a name and a state in the address', async () => {
    const { page } = await opened();
    await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: 'Sales' }).click();
    await page.getByRole('region', { name: 'Sales' }).waitFor();
    await page.getByRole('radio', { name: 'Deployed' }).click();
    await page.getByLabel('Search by name').fill('order');
    await page.waitForURL(/q=order/);
    await page.reload();
    await page.getByRole('link', { name: 'Order confirmation', exact: true }).waitFor();
    await eventually(async () => expect(await page.getByRole('row').count()).toBe(2));
  });

  it('creates a workflow by keyboard alone, and opens it', async () => {
    const { page } = await opened();
    await page.getByRole('button', { name: 'New workflow' }).focus();
    await page.keyboard.press('Enter');
    await focused(page.getByRole('dialog', { name: 'New workflow' }).getByLabel('Name'));
    await page.keyboard.type('Made by keyboard');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/w\/[0-9a-f-]{36}$/);
    await eventually(async () => expect((await listed('Made by keyboard'))?.isDeployed).toBe(false));
  });

  it('is created once by two presses before the next picture', async () => {
    const { page } = await opened();
    await page.getByRole('button', { name: 'New workflow' }).click();
    const dialog = page.getByRole('dialog', { name: 'New workflow' });
    await dialog.getByLabel('Name').fill('Pressed twice');
    const sent: string[] = [];
    page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())));
    await dialog.getByRole('button', { name: 'Create workflow' }).dblclick();
    await page.waitForURL(/\/w\/[0-9a-f-]{36}$/);
    expect(sent.filter((url) => /\/workflows(?:\/import)?$/u.test(url))).toHaveLength(1);
  });

  it('begins with a template, which says what is to be chosen', async () => {
    const { page } = await opened();
    await page.getByRole('button', { name: 'New workflow' }).click();
    const dialog = page.getByRole('dialog', { name: 'New workflow' });
    await dialog.getByRole('button', { name: /Begin with/u }).click();
    await page.getByRole('option', { name: 'Every row', exact: true }).click();
    await dialog.getByText(/Choose the table in its blocks/u).waitFor();
    await eventually(async () => expect(await dialog.getByLabel('Name').inputValue()).toBe('Every row'));
    await dialog.getByLabel('Name').fill('Reminders');
    await dialog.getByRole('button', { name: 'Create workflow' }).click();
    await page.waitForURL(/\/w\/[0-9a-f-]{36}$/);
    await page.getByRole('treeitem', { name: /^Each Invoice/u }).waitFor();
    await page.getByRole('tab', { name: /^Problems/u }).click();
    await page
      .getByRole('tabpanel', { name: /^Problems/u })
      .getByText(/table/iu)
      .first()
      .waitFor();
    await eventually(async () => expect(await listed('Reminders')).toBeDefined());
  });

  it('says in the dialog what is wrong with a name, and keeps what was typed', async () => {
    const { page } = await opened();
    await page.getByRole('button', { name: 'New workflow' }).click();
    const dialog = page.getByRole('dialog', { name: 'New workflow' });
    await dialog.getByLabel('Name').fill('n'.repeat(201));
    await dialog.getByLabel('Description').fill('kept');
    await dialog.getByRole('button', { name: 'Create workflow' }).click();
    await dialog.getByText(/200/).waitFor();
    expect(await dialog.getByLabel('Description').inputValue()).toBe('kept');
  });

  it('imports an exported document and reports what it found', async () => {
    const { page } = await opened();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.locator('input[type="file"]').setInputFiles({
      name: 'orders.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(workflowFixture('orders-with-two-reviewers'))),
    });
    const dialog = page.getByRole('dialog', { name: 'Import a workflow' });
    await dialog.getByText('orders.json').waitFor();
    await dialog.getByLabel('Name').fill('Imported orders');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    const report = page.getByRole('dialog', { name: '“Imported orders” was imported' });
    await report.getByRole('button', { name: 'Open workflow' }).click();
    await page.waitForURL(/\/w\/[0-9a-f-]{36}$/);
    await eventually(async () => expect(await listed('Imported orders')).toBeDefined());
  });

  it('reports the problems of an imported draft', async () => {
    const { page } = await opened();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a workflow' });
    const document = { version: '1.0', state: aState([aBlock('a', 'no_such_block')]) };
    await dialog.getByLabel('Document', { exact: true }).fill(JSON.stringify(document));
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('region', { name: 'Problems' }).getByText('no_such_block').first().waitFor();
  });

  it.each([
    ['is no JSON', '{"blocks": ', /JSON/],
    ['has faults', '{"version": "1.0", "state": {"blocks": {"a": 5}, "edges": []}}', /a/],
  ])('refuses a document that %s, and keeps it in the dialog', async (_, text, message) => {
    const { page } = await opened();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a workflow' });
    await dialog.getByLabel('Document', { exact: true }).fill(text);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByRole('alert').getByText(message).first().waitFor();
    expect(await dialog.getByLabel('Document', { exact: true }).inputValue()).toBe(text);
  });

  it('renames, duplicates, exports and deletes a workflow', async () => {
    await deployable('Nightly');
    const { page } = await opened();
    await choose(page, 'Nightly', 'Rename…');
    await page.getByLabel('Name', { exact: true }).fill('Weekly');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Weekly', exact: true }).waitFor();

    await choose(page, 'Weekly', 'Export…');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
    expect(download.suggestedFilename()).toBe('Weekly.json');
    const file = JSON.parse(await readFile((await download.path()) ?? '', 'utf8')) as { workflow: { name: string } };
    expect(file.workflow.name).toBe('Weekly');

    await choose(page, 'Weekly', 'Duplicate…');
    await focused(page.getByLabel('Name of the copy'));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/w\/[0-9a-f-]{36}$/);
    await eventually(async () => expect(await listed('Weekly copy')).toBeDefined());

    await page.goBack();
    await choose(page, 'Weekly', 'Delete…');
    const dialog = page.getByRole('dialog', { name: 'Delete “Weekly”?' });
    await eventually(async () => expect(await dialog.getByRole('button', { name: 'Delete workflow' }).isDisabled()).toBe(true));
    await dialog.getByLabel('Name of the workflow').fill('Weekly');
    await dialog.getByRole('button', { name: 'Delete workflow' }).click();
    await page.getByRole('link', { name: 'Weekly', exact: true }).waitFor({ state: 'detached' });
    await eventually(async () => expect(await listed('Weekly')).toBeUndefined());
  });

  it('moves a workflow into a new folder, and back when the folder is deleted', async () => {
    await deployable('Wanderer');
    const { page } = await opened();
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Archive');
    await page.getByRole('button', { name: 'Create folder' }).click();
    const folders = page.getByRole('navigation', { name: 'Folders' });
    await folders.getByRole('link', { name: 'Archive' }).waitFor();
    await choose(page, 'Wanderer', 'Move…');
    await page.getByRole('dialog').getByRole('button', { name: 'Folder' }).click();
    await page.getByRole('option', { name: 'Archive' }).click();
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await folders.getByRole('link', { name: 'Archive 1' }).click();
    await page.getByRole('region', { name: 'Archive' }).getByRole('link', { name: 'Wanderer' }).waitFor();
    await page.getByRole('button', { name: 'Actions of the folder Archive' }).click();
    await page.getByRole('menuitem', { name: 'Delete folder…' }).click();
    await page.getByRole('button', { name: 'Delete folder', exact: true }).click();
    await folders.getByRole('link', { name: 'Archive' }).waitFor({ state: 'detached' });
    await eventually(async () => expect((await listed('Wanderer'))?.folderId).toBeNull());
  });

  it('deploys, rolls back and undeploys a workflow', async () => {
    const id = await deployable('Traveller');
    const { page } = await opened('?q=Traveller');
    const versions = async (): Promise<readonly string[]> => {
      const { server } = world;
      const { body } = await server.as(server.first.apiKey).get(`/api/v1/workflows/${id}/versions`).expect(200);
      return (body as { data: { version: number; description: string | null; isActive: boolean }[] }).data.map(
        ({ version, description, isActive }) => `${version} ${description ?? '-'}${isActive ? ' active' : ''}`,
      );
    };
    for (const comment of ['the first', 'the second']) {
      await choose(page, 'Traveller', 'Deploy…');
      await page.getByLabel('Comment').fill(comment);
      await page.getByRole('dialog', { name: 'Deploy “Traveller”?' }).getByRole('button', { name: 'Deploy', exact: true }).click();
      await page.getByRole('dialog', { name: '“Traveller” is deployed' }).getByRole('button', { name: 'Done', exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page
      .getByRole('row', { name: /Traveller/ })
      .getByText('Deployed')
      .waitFor();
    await eventually(async () => expect(await versions()).toEqual(['2 the second active', '1 the first']));
    await choose(page, 'Traveller', 'Roll back…');
    await page.getByRole('button', { name: 'Roll back', exact: true }).click();
    await eventually(async () => expect(await versions()).toContain('1 the first active'));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await choose(page, 'Traveller', 'Undeploy…');
    await page.getByRole('button', { name: 'Undeploy', exact: true }).click();
    await page
      .getByRole('row', { name: /Traveller/ })
      .getByText('Draft')
      .waitFor();
  });

  it('does not deploy a draft with problems, and says which', async () => {
    await createWorkflow(world.server, { name: 'Unfinished', state: aState([aBlock('a', 'no_such_block')]) });
    const { page } = await opened('?q=Unfinished');
    await choose(page, 'Unfinished', 'Deploy…');
    await page.getByRole('region', { name: 'Problems' }).waitFor();
    const deploy = page.getByRole('dialog').getByRole('button', { name: 'Deploy' });
    await eventually(async () => expect(await deploy.isDisabled()).toBe(true));
  });

  it('offers a person who may only read nothing that changes a workflow', async () => {
    const watched = await readerPage(browser, world, `/workspace/${world.workspaceId}/w`);
    const { page } = watched;
    await page.getByRole('button', { name: 'Actions of Order confirmation' }).click();
    await page.getByRole('menuitem').first().waitFor();
    await eventually(async () => expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Export…']));
    await page.keyboard.press('Escape');
    for (const name of ['New workflow', 'Import', 'New folder'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    expect(watched.complaints).toEqual([]);
  });

  it('says that the list cannot be loaded, and tries again', async () => {
    const { page } = await signedInPage(browser, world);
    let isDown = true;
    await page.route('**/api/v1/workflows?**', async (route) => {
      await (isDown ? route.fulfill({ status: 503, json: { error: 'The server is restarting', code: 'UNAVAILABLE' } }) : route.continue());
    });
    await page.goto(`${world.server.url}/workspace/${world.workspaceId}/w`);
    await page.getByText('The server is restarting').waitFor();
    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Order confirmation', exact: true }).waitFor();
  });
});
