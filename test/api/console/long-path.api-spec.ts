import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { fillSignIn } from '../../support/console/console-world.js';
import { focused, keepFocus, selectByKey } from '../../support/console/focus.js';
import { ordersTable } from '../../support/console/orders-table.js';
import { pasted } from '../../support/console/pasted.js';
import { eventually } from '../../support/eventually.js';
import { askOnce, pausedRun } from '../../support/resume-api.js';
import { claimLink, recoveryToken, testPassword } from '../../support/signed-in.js';
import type { TableClient } from '../../support/table-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { watchedPage } from '../../support/watched-page.js';

/** What people do on one day, in one session and in this order: what one page leaves behind must not disturb the next one. */
describeInBrowser('one path through the whole console', () => {
  let server: TestApp;
  let browser: Browser;
  let email: string;
  let table: TableClient;
  let asking: string;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestApp(), openBrowser()]);
    await claimLink(server, await recoveryToken(server, server.first.userId)).expect(200);
    const { body } = await server.as(server.first.apiKey).get('/api/v1/session').expect(200);
    email = (body as { data: { user: { email: string } } }).data.user.email;
    table = await ordersTable(server);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const place = (page: Page, name: string | RegExp): Promise<void> =>
    page
      .getByRole('navigation', { name: 'Console' })
      .getByRole('link', { name, exact: typeof name === 'string' })
      .click();

  const button = (where: Page | Locator, name: string): Promise<void> => where.getByRole('button', { name, exact: true }).click();

  it('leads from the sign-in to the proof that the audit log has all of it', async () => {
    const { page, complaints } = await watchedPage(browser, 'desk');
    await page.goto(`${server.url}/login`);
    await fillSignIn(page, email);
    await page.getByRole('heading', { name: 'Begin with a workflow' }).waitFor();

    const key = await createdKey(page);
    await exampleRun(page, key);
    await replayFromBlock(page);
    asking = await pausedRun(server, await askOnce(server));
    await approve(page);
    await editAndUndo(page);
    await joined(await invited(page));
    await verify(page);
    expect(complaints).toEqual([]);
  }, 240_000);

  async function createdKey(page: Page): Promise<string> {
    await place(page, 'Settings');
    await page.getByRole('navigation', { name: 'Settings of the workspace' }).getByRole('link', { name: 'API keys', exact: true }).click();
    await button(page, 'Create key');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Till');
    await button(dialog, 'Create key');
    const value = page.getByText(/^sk-sluice-\w{32}$/);
    const key = await value.innerText();
    await button(page, 'Done');
    await value.waitFor({ state: 'detached' });
    return key;
  }

  /** Runs the example with the key, and finds its run in the list. */
  async function exampleRun(page: Page, key: string): Promise<void> {
    await place(page, 'Home');
    await button(page, 'Run the example');
    const command = await page.locator('pre').innerText();
    const answer = await pasted(command.replace(/sk-sluice-\w{32}/, key));
    expect([answer.status, await answer.json()]).toEqual([202, { customer: 'Ada', fee: 10 }]);
    await page.getByRole('link', { name: 'open its trace' }).waitFor();
    await place(page, 'Runs');
    await page.getByRole('row').filter({ hasText: 'Fee gate' }).first().click();
    await button(page, 'Open run');
    await page.getByRole('treeitem', { name: /Work Out Fee .*completed/ }).waitFor();
  }

  async function replayFromBlock(page: Page): Promise<void> {
    const first = new URL(page.url()).pathname;
    await button(page, 'Replay');
    const dialog = page.getByRole('dialog', { name: 'Replay this run?' });
    await dialog.getByRole('radio', { name: 'For real' }).press(' ');
    await selectByKey(dialog.getByRole('button', { name: /From/ }), 'Fee Check');
    await dialog.getByText('2 blocks run again').waitFor();
    await dialog.getByRole('button', { name: 'Replay', exact: true }).press('Enter');
    await page.waitForURL((url) => /\/logs\/[^/]+$/.test(url.pathname) && url.pathname !== first);
    await page.getByRole('treeitem', { name: /Work Out Fee .*taken over/ }).waitFor();
    await page.getByRole('treeitem', { name: /Needs Review .*completed/ }).waitFor();
  }

  async function approve(page: Page): Promise<void> {
    await place(page, /^Questions/);
    // Rows that are loading have no button.
    await page.getByRole('table', { name: 'Questions' }).getByRole('row').getByRole('button').first().click();
    const question = page.getByRole('complementary', { name: 'Question' });
    await question.getByLabel('note').fill('As agreed');
    await button(question, 'Approve');
    await page.getByText('Your answer was taken.').waitFor();
    await eventually(async () => {
      const { body } = await server.as(server.first.apiKey).get(`/api/v1/logs?workspaceId=${server.first.workspaceId}`).expect(200);
      const runs = (body as { data: { executionId: string; endedAt: string | null }[] }).data;
      expect(runs.find(({ executionId }) => executionId === asking)?.endedAt).toEqual(expect.any(String));
    });
  }

  async function editAndUndo(page: Page): Promise<void> {
    const cell = (text: string): Locator => page.locator('[role="gridcell"][data-row="1"]', { hasText: text });
    const stored = (total: number): Promise<void> =>
      eventually(async () => expect(await table.find({ email: 'charles@example.org' })).toMatchObject([{ total }]));
    await place(page, 'Tables');
    await page.getByRole('link', { name: 'orders', exact: true }).click();
    await cell('charles@example.org').waitFor();
    await keepFocus(page.getByRole('grid'));
    for (const name of ['ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(name);
    await focused(page.getByRole('textbox', { name: 'total of row 2' }));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('99.5');
    await page.keyboard.press('Enter');
    await stored(99.5);
    await page.getByText('total of row 3').waitFor();
    await focused(page.getByRole('grid'));
    await page.keyboard.press('Control+z');
    await page.getByText('The latest change was undone.').waitFor();
    await stored(137.5);
  }

  /** @returns the link that the colleague gets */
  async function invited(page: Page): Promise<string> {
    await place(page, 'Settings');
    await page.getByRole('navigation', { name: 'Settings of the workspace' }).getByRole('link', { name: 'Members', exact: true }).click();
    await button(page, 'Invite');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('grace@example.org');
    await button(dialog, 'Make link');
    const link = page.getByText(/\/invite#.{20,}/);
    const address = await link.innerText();
    await button(page, 'Done');
    await link.waitFor({ state: 'detached' });
    return address;
  }

  /** The colleague accepts in a browser of their own. */
  async function joined(link: string): Promise<void> {
    const { page } = await watchedPage(browser, 'desk');
    await page.goto(link);
    await page.getByLabel('Name', { exact: true }).fill('Grace Hopper');
    await page.getByLabel('Password').fill(testPassword);
    await button(page, 'Create account and join');
    await page.waitForURL(`${server.url}/workspace/${server.first.workspaceId}**`);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  }

  async function verify(page: Page): Promise<void> {
    await recorded(['api_key.created', 'workflow.deployed', 'workflow.execute', 'workflow.resume', 'member.added']);
    await place(page, 'Audit log');
    await page.getByRole('link', { name: 'Verify' }).click();
    await button(page, 'Fetch the archive of this server');
    await button(page, 'Use the key of this server');
    await button(page, 'Verify');
    await page.getByText('No entry was changed or removed').waitFor();
  }

  /** The audit log follows the events: an archive that is fetched at once may end before the latest of them. */
  async function recorded(actions: readonly string[]): Promise<void> {
    await eventually(async () => {
      const path = `/api/v1/audit-logs/archive?workspaceId=${server.first.workspaceId}`;
      const { text } = await server.as(server.first.apiKey).get(path).buffer(true).expect(200);
      const told = new Set([...text.matchAll(/"action":"([^"]+)"/g)].map(([, action]) => action));
      expect(actions.filter((action) => !told.has(action))).toEqual([]);
    }, 20_000);
  }
});
