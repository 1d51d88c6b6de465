import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { readerPage } from '../../support/console/reader-page.js';
import { eventually } from '../../support/eventually.js';
import { mcpSite } from '../../support/mcp/misbehaving-server.js';
import { closeSites } from '../../support/sites.js';
import { deployedWebhook, send, type DeployedWebhook } from '../../support/triggers/deployed-webhook.js';
import { deploySchedule } from '../../support/triggers/schedules.js';
import { barriers } from '../../support/watched-page.js';

describeInBrowser('triggers, chats, models and MCP servers in the console', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  let hook: DeployedWebhook;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld({ env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } }), openBrowser()]);
    hook = await deployedWebhook(world.server);
  }, 120_000);
  afterAll(async () => {
    await closeSites();
    await browser.close();
    await world.server.close();
  });

  const pathOf = (path: string): string => `/workspace/${world.workspaceId}/${path}`;

  async function opened(path: string): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> {
    const { page, complaints } = await signedInPage(browser, world, { path: pathOf(path) });
    return { page, complaints };
  }

  describe('a trigger', () => {
    it('is paused and resumed, and its events are listed and replayed', async () => {
      await send(world.server, hook.address, { order: 1 });
      const { page, complaints } = await opened(`triggers/${hook.triggerId}`);
      const rows = page.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: /Accepted/ });
      await rows.first().waitFor();
      await eventually(async () => expect(await rows.count()).toBe(1));
      await send(world.server, hook.address, { order: 2 });
      await rows.nth(1).waitFor();
      await page.getByText('2 accepted').waitFor();
      await rows.nth(1).getByRole('button', { name: 'Details' }).click();
      await page.getByRole('dialog').getByText('order', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      await rows.first().getByRole('button', { name: 'Replay' }).click();
      await rows.nth(2).waitFor();
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click();
      await page.getByRole('button', { name: 'Resume' }).click();
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      expect(complaints).toEqual([]);
    });

    it('listens for one test event, and shows it', async () => {
      const { page } = await opened(`triggers/${hook.triggerId}`);
      await page.getByRole('button', { name: 'Listen for a test event' }).click();
      await page.getByRole('button', { name: 'Listen', exact: true }).click();
      await page.getByText('Waiting for an event').waitFor();
      const url = await page.getByRole('dialog').locator('pre').textContent();
      await send(world.server, new URL(url ?? '').pathname, { colour: 'teal' });
      await page.getByRole('dialog').getByText('"teal"').first().waitFor();
      await page.getByText('The event arrived without a check').waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      expect(await page.getByRole('button', { name: 'Rotate secret' }).count()).toBe(0);
    });

    it('that is a schedule shows its next times, and starts a run now', async () => {
      const { id } = await deploySchedule(world.server);
      const { page, complaints } = await opened(`triggers/${id}`);
      await page.getByText('Next times').waitFor();
      await page.getByText('In the time zone of the schedule').waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Workflow' }).waitFor();
      await page.getByRole('button', { name: 'Start a run now' }).click();
      await page.getByText('A run was started.').waitFor();
      await page.getByRole('link', { name: 'Open run' }).waitFor();
      expect(complaints).toEqual([]);
    });
  });

  describe('a chat', () => {
    it('is created with a password, changed and deleted', async () => {
      const { page, complaints } = await opened('chats');
      await page.getByRole('button', { name: 'Create chat' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: /Workflow/ }).click();
      await page.getByRole('option', { name: 'Order confirmation' }).click();
      await dialog.getByLabel('Title').fill('Orders desk');
      await dialog.getByLabel('Address').fill('orders-desk');
      await dialog.getByRole('radio', { name: 'Password' }).click();
      await dialog.getByLabel('Password').and(page.locator('input')).fill('four quiet rivers');
      await dialog.getByRole('button', { name: 'Create chat' }).click();
      await page.getByRole('row', { name: /Orders desk .*a password/ }).waitFor();
      await page.getByRole('button', { name: 'Change Orders desk' }).click();
      await dialog.getByLabel('Title').fill('Sales desk');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Delete Sales desk' }).click();
      await page.getByRole('button', { name: 'Delete chat' }).click();
      await page.getByText('No chat yet').waitFor();
      expect(complaints).toEqual([]);
    });
  });

  describe('a model provider', () => {
    it('is added, and a failed test says why', async () => {
      const { server, workspaceId } = world;
      const variables = { LOCAL_KEY: 'a-key-that-is-not-shown' };
      await server.as(server.first.apiKey).put(`/api/v1/workspaces/${workspaceId}/environment`).send({ variables }).expect(200);
      const { page, complaints } = await opened('models');
      await page.getByRole('button', { name: 'Add provider' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('local');
      await dialog.getByRole('button', { name: /Kind/ }).click();
      await page.getByRole('option', { name: 'Compatible with OpenAI' }).click();
      await dialog.getByLabel('Address').fill('https://127.0.0.1:9/v1');
      await dialog.getByRole('button', { name: /Variable with the key/ }).click();
      await page.getByRole('option', { name: 'LOCAL_KEY' }).click();
      await dialog.getByRole('button', { name: 'Add provider' }).click();
      await page.getByRole('row', { name: /local Compatible with OpenAI .* set/ }).waitFor();
      await page.getByRole('button', { name: 'Test local' }).click();
      await page.getByText(/local failed: /).waitFor();
      expect(await page.getByText('a-key-that-is-not-shown').count()).toBe(0);
      await page.getByRole('button', { name: 'Change local' }).click();
      await dialog.getByRole('button', { name: /Variable with the key/ }).click();
      await page.getByRole('option', { name: 'None' }).click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      const path = `/api/v1/model-providers?workspaceId=${workspaceId}`;
      const { body } = await server.as(server.first.apiKey).get(path).expect(200);
      expect(JSON.stringify(body)).toContain('"hasApiKey":false');
      await page.getByRole('button', { name: 'Delete local' }).click();
      await page.getByRole('button', { name: 'Delete provider' }).click();
      await page.getByText('No provider yet').waitFor();
      expect(complaints).toEqual([]);
    });

    it('is used within limits of the workspace', async () => {
      const { page } = await opened('models');
      await page.getByLabel('Tokens a minute').fill('5000');
      await page.getByRole('button', { name: 'Save limits' }).click();
      await page.getByText('Saved', { exact: true }).waitFor();
      const { server, workspaceId } = world;
      await eventually(async () => {
        const { body } = await server.as(server.first.apiKey).get(`/api/v1/workspaces/${workspaceId}`).expect(200);
        expect((body as { data: { modelPolicy: object } }).data.modelPolicy).toEqual({ tokensPerMinute: 5000 });
      });
    });
  });

  describe('an MCP server', () => {
    it('that is used is registered, tested and asked for its tools', async () => {
      const site = await mcpSite();
      const { page, complaints } = await opened('mcp');
      await page.getByRole('button', { name: 'Register server' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('echoes');
      await dialog.getByLabel('Address').fill(site.url);
      await dialog.getByRole('button', { name: 'Register server' }).click();
      const actions = page.getByRole('button', { name: 'Actions of echoes' });
      await actions.click();
      await page.getByRole('menuitem', { name: 'Test' }).click();
      await page.getByText(/echoes answered in \d+ ms and has 1 tools/).waitFor();
      await actions.click();
      await page.getByRole('menuitem', { name: 'Show tools' }).click();
      await dialog.getByText('Repeats what it is given.').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await actions.click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
      await page.getByRole('button', { name: 'Delete server' }).click();
      await page.getByText('No server is registered').waitFor();
      expect(complaints).toEqual([]);
    });

    it('that people sign in to says whether they have, and what came of a sign-in', async () => {
      const { page, complaints } = await opened('mcp?problem=SIGN_IN_DENIED');
      await page.getByRole('status').getByText('The sign-in was cancelled at the server.').waitFor();
      await page.getByRole('button', { name: 'Register server' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('tickets');
      await dialog.getByLabel('Address').fill('https://mcp.example.com/mcp');
      await dialog.getByRole('radio', { name: 'Sign-in' }).click();
      await dialog.getByLabel('Client id').fill('sluice');
      await dialog.getByLabel('Client secret').fill('in clear');
      expect(await barriers(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Register server' }).click();
      await dialog.getByText(/must be {{NAME}}/i).waitFor();
      await dialog.getByLabel('Client secret').fill('{{TICKETS_SECRET}}');
      await dialog.getByRole('button', { name: 'Register server' }).click();
      await page.getByText('tickets (not signed in)').waitFor();
      await page.getByRole('button', { name: 'Actions of tickets' }).click();
      await page.getByRole('menuitem', { name: 'Sign in' }).waitFor();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
      await page.getByRole('button', { name: 'Delete server' }).click();
      await page.getByText('No server is registered').waitFor();
      expect(complaints.filter((complaint) => !/status of 400/.test(complaint))).toEqual([]);
    });

    it('that is offered has workflows as tools', async () => {
      const { page, complaints } = await opened('mcp/offered');
      await page.getByRole('button', { name: 'Offer server' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Order tools');
      await dialog.getByRole('button', { name: 'Offer server' }).click();
      await page.getByRole('button', { name: /^\d tools? of Order tools$/ }).click();
      await dialog.getByRole('button', { name: /Workflow/ }).click();
      await page.getByRole('option', { name: 'Order confirmation' }).click();
      await dialog.getByRole('button', { name: 'Add tool' }).click();
      await dialog.getByRole('row', { name: /order_confirmation/ }).waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.getByText('1 tool', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Delete Order tools' }).click();
      await page.getByRole('button', { name: 'Delete server' }).click();
      await page.getByText('No server is offered').waitFor();
      expect(complaints).toEqual([]);
    });
  });

  it('are readable for those who may only read, without any action', async () => {
    const { page } = await readerPage(browser, world, pathOf(`triggers/${hook.triggerId}`));
    await page.getByRole('heading', { name: 'Configuration' }).waitFor();
    expect(await page.getByRole('button', { name: /Pause|Rotate|Replay|Listen/ }).count()).toBe(0);
    for (const [path, ready] of [
      ['models', 'Prices are in US dollars'],
      ['mcp', 'Servers that are used'],
      ['mcp/offered', 'Servers that are offered'],
      ['chats', 'Only admins of the workspace manage chats'],
    ] as const) {
      await page.goto(world.server.url + pathOf(path));
      await page.getByText(ready).first().waitFor();
      expect(await page.getByRole('button', { name: /Add|Register|Offer|Create|Delete|Save/ }).count()).toBe(0);
    }
  });
});
