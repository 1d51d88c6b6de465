import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import type { WorkflowDocument } from '#document/document.js';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { readerPage } from '../../support/console/reader-page.js';
import { eventually } from '../../support/eventually.js';
import { createUser, type TestUser } from '../../support/issue-key.js';
import { functionBlock } from '../../support/run-api.js';
import { barriers, overflow, type WatchedPage } from '../../support/watched-page.js';
import { createWorkflow } from '../../support/workflow-api.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';

describeInBrowser('versions and deployments in the editor', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  let folder: string;
  let colleague: TestUser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
    folder = await mkdtemp(join(tmpdir(), 'sluice-calls-'));
    colleague = await createUser(world.server);
    await owner().post(`/api/v1/workspaces/${world.workspaceId}/members`).send({ email: colleague.email, permission: 'write' }).expect(200);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const owner = () => world.server.as(world.server.first.apiKey);
  const pathOf = (workflowId: string, more = ''): string => `/workspace/${world.workspaceId}/w/${workflowId}${more}`;
  const opened = (workflowId: string, more = ''): Promise<WatchedPage> => signedInPage(browser, world, { path: pathOf(workflowId, more) });

  async function draftOf(id: string): Promise<{ revision: number; document: WorkflowDocument }> {
    const { body } = await owner().get(`/api/v1/workflows/${id}/draft`).expect(200);
    return (body as { data: { revision: number; document: WorkflowDocument } }).data;
  }

  const nameIn = async (id: string): Promise<string | undefined> => (await draftOf(id)).document.blocks['sum']?.name;

  async function rename(id: string, name: string, key = world.server.first.apiKey): Promise<number> {
    const { revision: base } = await draftOf(id);
    const edit = { editId: randomUUID(), base, label: `Rename to ${name}`, ops: [{ op: 'rename', id: 'sum', name }] };
    const { body } = await world.server.as(key).patch(`/api/v1/workflows/${id}/draft`).send(edit).expect(200);
    return (body as { data: { revision: number } }).data.revision;
  }

  async function deploy(id: string, body: object = {}): Promise<void> {
    await owner().post(`/api/v1/workflows/${id}/deploy`).send(body).expect(200);
  }

  function sums(name: string): Promise<string> {
    const state = aState([aBlock('start', 'start_trigger'), functionBlock('sum', 'return 1 + 1')], [anEdge('start', 'sum')]);
    return createWorkflow(world.server, { name, state });
  }

  const deployDialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name: `Deploy “${name}”?`, exact: true });

  async function openDeployDialog(page: Page, name: string): Promise<Locator> {
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    const dialog = deployDialog(page, name);
    await dialog.getByRole('region', { name: 'Changes', exact: true }).waitFor();
    return dialog;
  }

  async function choose(page: Page, of: string, action: string): Promise<void> {
    await page.getByRole('button', { name: `Actions of ${of}`, exact: true }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  }

  it('names who has changed what is deployed, and gives calls that work as they are pasted', async () => {
    const { server } = world;
    const customer = `it's "Ada" $HOME \\ é`;
    const format = [
      { name: 'customer', type: 'string', default: customer },
      { name: 'amount', type: 'number' },
      { name: 'isUrgent', type: 'boolean' },
    ];
    const start = aBlock('start', 'start_trigger', {
      subBlocks: { inputFormat: { id: 'inputFormat', type: 'input-format', value: format } },
    });
    const sum = functionBlock('sum', 'return { for: <start.customer>, gross: <start.amount> * 2, isUrgent: <start.isUrgent> }');
    const id = await createWorkflow(server, { name: 'Sums', state: aState([start, sum], [anEdge('start', 'sum')]) });
    await deploy(id);
    await rename(id, 'Total');
    await rename(id, 'Gross', colleague.key);
    const watched = await opened(id);
    const { page } = watched;
    const dialog = await openDeployDialog(page, 'Sums');
    await dialog.getByText('Gross changed: name', { exact: true }).waitFor();
    await dialog.getByText(/^Changed by User \d+ \(1 change\), you \(1 change\)$/).waitFor();
    await dialog.getByLabel('Name of the version').fill('Gross sums');
    await dialog.getByLabel('Comment').fill('For the orders of March');
    await dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
    const deployed = page.getByRole('dialog', { name: '“Sums” is deployed', exact: true });
    await deployed.getByText('Version 2 is active: new runs use it.', { exact: true }).waitFor();
    await deployed.getByRole('region', { name: 'Addresses', exact: true }).getByText(`${server.url}/api/workflows/${id}/execute`).waitFor();

    const outputs: string[] = [];
    for (const [label, file, program, ...args] of [
      ['curl', 'call.sh', 'sh'],
      ['TypeScript', 'call.ts', process.execPath],
      ['Python', 'call.py', 'python3'],
    ] as const) {
      await deployed.getByRole('tab', { name: label, exact: true }).click();
      const panel = deployed.getByRole('tabpanel', { name: label, exact: true });
      await panel.getByRole('button', { name: `Copy the ${label} code`, exact: true }).waitFor();
      const text = (await panel.locator('pre').textContent()) ?? '';
      await writeFile(join(folder, file), text);
      const env = { PATH: process.env['PATH'] ?? '', SLUICE_API_KEY: server.first.apiKey };
      const { stdout } = await promisify(execFile)(program, [...args, join(folder, file)], { cwd: folder, env });
      outputs.push(stdout.trim());
    }
    const expected = { for: customer, gross: 2, isUrgent: true };
    // What was announced to screen readers names a button that is gone, and goes some seconds later.
    await eventually(async () => expect(await barriers(page)).toEqual([]), 20_000);
    for (const output of outputs) expect(JSON.parse(output)).toMatchObject({ output: { result: expected } });
    await deployed.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(watched.complaints).toEqual([]);
  });

  it('deploys nothing that the person has not seen: a draft that was changed meanwhile is shown first', async () => {
    const id = await sums('Raced');
    await deploy(id);
    await rename(id, 'Total');
    const { page } = await opened(id);
    const dialog = await openDeployDialog(page, 'Raced');
    await dialog.getByText('Total changed: name', { exact: true }).waitFor();
    await dialog.getByLabel('Name of the version').fill('Seen');
    await rename(id, 'Surprise', colleague.key);
    await dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
    const refusal = dialog.getByRole('alert');
    await refusal.getByText(/^User \d+ made revision \d+: Rename to Surprise$/).waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Show the new changes', exact: true }).click();
    await dialog.getByText('Surprise changed: name', { exact: true }).waitFor();
    await refusal.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page.getByText('Version 2 is active: new runs use it.', { exact: true }).waitFor();
    const { body } = await owner().get(`/api/v1/workflows/${id}/versions`).expect(200);
    expect((body as { data: { name: string | null }[] }).data.map(({ name }) => name)).toEqual(['Seen', null]);
  });

  it('compares with the version that is active by the time the new changes are shown', async () => {
    const id = await sums('Overtaken');
    await deploy(id);
    await rename(id, 'Total');
    const { page } = await opened(id);
    const dialog = await openDeployDialog(page, 'Overtaken');
    await dialog.getByText('Changes since v1', { exact: true }).waitFor();
    await deploy(id);
    await rename(id, 'Surprise', colleague.key);
    await dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
    await dialog.getByRole('button', { name: 'Show the new changes', exact: true }).click();
    await dialog.getByText('Changes since v2', { exact: true }).waitFor();
  });

  it('compares code with the active version, and keeps the settings of the workflow in the draft', async () => {
    const id = await sums('Compared');
    await deploy(id);
    const { revision: base } = await draftOf(id);
    const ops = [{ op: 'set', id: 'sum', field: 'code', value: 'return 41' }];
    await owner().patch(`/api/v1/workflows/${id}/draft`).send({ editId: randomUUID(), base, label: 'Other code', ops }).expect(200);
    const watched = await opened(id, '?block=sum&tab=block');
    const { page } = watched;
    await page.getByRole('button', { name: 'Changes of Code since v1' }).click();
    const changes = page.getByRole('region', { name: 'Changes since v1' });
    await changes.getByText('return 41').waitFor();
    await changes.locator('[data-kind="removed"]').first().waitFor();
    // Keys of the canvas, such as Delete for the selected block, belong to the code while that fills the page.
    await page.getByRole('button', { name: 'Full height for Code' }).click();
    await page.keyboard.press('Delete');
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Full height for Code' }).waitFor();
    await changes.getByText('return 41').waitFor();
    await page.getByRole('tab', { name: 'Workflow', exact: true }).click();
    const settings = page.getByRole('region', { name: 'Settings of the workflow' });
    await settings.getByLabel(/^Description/u).fill('Adds one');
    await settings.getByText('Refuse inputs that the fields').click();
    await eventually(async () =>
      expect((await draftOf(id)).document.metadata).toMatchObject({ description: 'Adds one', strictInput: true }),
    );
    expect(await barriers(page)).toEqual([]);
    expect(watched.complaints).toEqual([]);
  });

  it('has one timeline of revisions and versions: a revision is compared and restored, a version named', async () => {
    const id = await sums('Timeline');
    await deploy(id);
    const second = await rename(id, 'Second');
    const third = await rename(id, 'Third', colleague.key);
    const watched = await opened(id, '?tab=versions');
    const { page } = watched;
    const timeline = page.getByRole('list', { name: 'Versions', exact: true });
    await eventually(async () => {
      const entries = await timeline.getByRole('listitem').allInnerTexts();
      expect(entries.map((text) => text.split('\n')[0])).toEqual([
        'Rename to Third',
        'Rename to Second',
        'v1',
        'The whole draft was saved',
      ]);
    });
    expect(await barriers(page)).toEqual([]);

    await choose(page, `revision ${third}`, 'Show what changed');
    const changes = page.getByRole('tabpanel', { name: 'Changes' });
    await changes.getByRole('region', { name: 'Third, changed', exact: true }).waitFor();
    await page.getByText(`Revision ${third}, compared with revision ${third - 1}`, { exact: true }).waitFor();
    await page.reload();
    await changes.getByRole('region', { name: 'Third, changed', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Back to the draft', exact: true }).click();

    await choose(page, `revision ${second}`, 'Restore it…');
    await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await timeline.getByText(`Restore revision ${second}`, { exact: true }).waitFor();
    await page.getByRole('group', { name: 'Draft', exact: true }).getByRole('button', { name: 'Second function' }).waitFor();
    expect(await nameIn(id)).toBe('Second');

    await choose(page, 'v1', 'Name and comment…');
    const dialog = page.getByRole('dialog', { name: 'Describe v1', exact: true });
    await dialog.getByLabel('Name of the version').fill('The first');
    await dialog.getByLabel('Comment').fill('Do not roll back further');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await timeline.getByText('The first', { exact: true }).waitFor();
    await timeline.getByText('Do not roll back further', { exact: true }).waitFor();
    expect(watched.complaints).toEqual([]);
  });

  it('shows the timeline to a person who may only read, who can compare and change nothing', async () => {
    const id = await sums('Read');
    await deploy(id);
    await rename(id, 'Second');
    const { page } = await readerPage(browser, world, pathOf(id, '?tab=versions'));
    await page.getByRole('button', { name: 'Actions of v1', exact: true }).click();
    await page.getByRole('menuitem').first().waitFor();
    await eventually(async () =>
      expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Show on the canvas', 'Compare the draft with it']),
    );
    await page.getByRole('menuitem', { name: 'Compare the draft with it', exact: true }).click();
    await page.getByRole('tabpanel', { name: 'Changes' }).getByRole('region', { name: 'Second, changed', exact: true }).waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    await eventually(async () => expect(await overflow(page)).toBe(0));
  });
});
