import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { WorkflowDocument } from '#document/document.js';
import { describeInBrowser, openBrowser } from '../support/browser.js';
import { fillSignIn } from '../support/console/console-world.js';
import { eventually } from '../support/eventually.js';
import { seeded } from '../support/expressions/random-expression.js';
import { functionBlock, inARow } from '../support/run-api.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { testPassword } from '../support/signed-in.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { watchedPage } from '../support/watched-page.js';

const editors = 5;
const editsEach = 6;

describeInBrowser('five browsers that edit one draft', () => {
  let database: TestDatabase;
  let env: Record<string, string>;
  let server: ServerProcess;
  let browser: Browser;
  let workspaceId: string;
  let workflowId: string;
  beforeAll(async () => {
    [database, browser] = await Promise.all([createTestDatabase(), openBrowser()]);
    env = await serverEnv(database);
    server = await startServerProcess(env);
    workspaceId = (await read<{ id: string }[]>('/api/v1/workspaces'))[0]?.id ?? '';
    const { body } = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows', { workspaceId, name: 'Shared' });
    workflowId = body.data.id;
    const own = Array.from({ length: editors }, (_, index) => functionBlock(`own${index}`, 'return 1'));
    await server.call('PUT', `/api/v1/workflows/${workflowId}/state`, { state: inARow(...own, functionBlock('common', 'return 1')) });
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await server.kill('SIGKILL');
    await database.drop();
  });

  async function read<Data>(path: string): Promise<Data> {
    return (await server.call<{ data: Data }>('GET', path)).body.data;
  }

  async function email(): Promise<string> {
    const { user } = await read<{ user: { id: string; email: string } }>('/api/v1/session');
    const { body } = await server.call<{ data: { token: string } }>('POST', `/api/v1/users/${user.id}/recovery-link`);
    const claim = { token: body.data.token, password: testPassword };
    await server.call('POST', '/api/v1/links/recovery', claim, { 'Sec-Fetch-Site': 'same-origin' });
    return user.email;
  }

  const outlineOf = (page: Page): Locator => page.getByRole('tree', { name: 'Outline' });
  const namesIn = async (page: Page): Promise<readonly string[]> =>
    (await outlineOf(page).getByRole('treeitem').allInnerTexts()).map((text) => text.split('\n')[0]?.trim() ?? '').toSorted();

  /** Renames a block through its form. The block may have another name by then, as others rename it, too. */
  async function rename(page: Page, id: string, name: string): Promise<void> {
    await eventually(async () => {
      await outlineOf(page).locator(`[data-row="${id}"]`).click({ timeout: 2000 });
      const field = page.getByRole('region', { name: /^Block / }).getByLabel('Name');
      await field.fill(name, { timeout: 2000 });
      await field.press('Enter', { timeout: 2000 });
      await outlineOf(page).locator(`[data-row="${id}"]`).getByText(name, { exact: true }).waitFor({ timeout: 2000 });
    }, 60_000);
  }

  async function decideAll(page: Page, random: () => number): Promise<void> {
    const buttons = page.getByRole('button', { name: random() < 0.5 ? 'Keep mine' : 'Keep theirs', exact: true });
    // Each decision takes a line away, and may make another one.
    let problem = 'none';
    for (const until = Date.now() + 60_000; (await buttons.count()) > 0;) {
      if (Date.now() > until) throw new Error(`A decision stays open. The last click: ${problem}`);
      await buttons
        .first()
        .click({ timeout: 2000 })
        .catch((error: unknown) => {
          problem = String(error);
        });
    }
  }

  it('converge, and no acknowledged edit is lost, while connections are cut and the server is killed', async () => {
    const first = await watchedPage(browser, 'desk');
    await first.page.goto(`${server.url}/login`);
    await fillSignIn(first.page, await email());
    await first.page.waitForURL((address) => address.pathname !== '/login');
    const state = await first.page.context().storageState();
    const acknowledged = new Set<string>();
    const open = async (): Promise<Page> => {
      const { page } = await watchedPage(browser, 'desk', 'light', state);
      page.on('response', (response) => {
        const request = response.request();
        if (request.method() === 'PATCH' && response.status() === 200) {
          acknowledged.add((request.postDataJSON() as { editId: string }).editId);
        }
      });
      await page.goto(`${server.url}/workspace/${workspaceId}/w/${workflowId}?block=common`);
      await page.getByRole('region', { name: 'Block common' }).waitFor();
      // Forms load their code field once: without a server they could not.
      await page.locator('.cm-content').first().waitFor();
      return page;
    };
    const pages: Page[] = [];
    for (let index = 0; index < editors; index += 1) pages.push(await open());

    const edit = async (page: Page, index: number): Promise<void> => {
      const random = seeded(index + 1);
      const context: BrowserContext = page.context();
      for (let step = 0; step < editsEach; step += 1) {
        await page.waitForTimeout(Math.round(random() * 400));
        const isCut = random() < 0.4;
        if (isCut) await context.setOffline(true);
        await rename(page, random() < 0.3 ? 'common' : `own${index}`, `N${index} ${step}`);
        if (isCut) {
          await page.waitForTimeout(Math.round(random() * 1000));
          await context.setOffline(false);
        }
        await decideAll(page, random);
      }
      await rename(page, `own${index}`, `Last ${index}`);
    };
    let isEditing = true;
    const killing = (async () => {
      for (let kills = 0; isEditing && kills < 3; kills += 1) {
        await pages[0]?.waitForTimeout(2500);
        await server.kill('SIGKILL');
        server = await startServerProcess(env);
      }
    })();
    await Promise.all(pages.map(edit)).finally(() => (isEditing = false));
    await killing;

    await eventually(async () => {
      for (const page of pages) {
        await decideAll(page, () => 1);
        await page
          .getByText(/^Saved/u)
          .first()
          .waitFor({ timeout: 1000 });
      }
    }, 90_000);
    const document = async (): Promise<WorkflowDocument> =>
      (await read<{ document: WorkflowDocument }>(`/api/v1/workflows/${workflowId}/draft`)).document;
    await eventually(async () => {
      const names = Object.values((await document()).blocks).map(({ name }) => name);
      for (const page of pages) expect(await namesIn(page)).toEqual(names.toSorted());
    }, 60_000);
    const { blocks } = await document();
    for (let index = 0; index < editors; index += 1) expect(blocks[`own${index}`]?.name).toBe(`Last ${index}`);
    const recorded = await read<{ editId: string | null }[]>(`/api/v1/workflows/${workflowId}/draft/edits?after=0&limit=500`);
    expect(acknowledged.size).toBeGreaterThan(editors * 3);
    expect([...acknowledged].filter((id) => !recorded.some(({ editId }) => editId === id))).toEqual([]);
  }, 400_000);
});
