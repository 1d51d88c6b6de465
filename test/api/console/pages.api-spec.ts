import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { isPicturing, savePictures } from '../../support/console/page-pictures.js';
import { barriers, overflow } from '../../support/watched-page.js';

/** Each page: its address, and a text that is on it when it is ready. */
const pages: readonly { readonly name: string; readonly path: (world: ConsoleWorld) => string; readonly ready: string }[] = [
  { name: 'sign-in', path: () => '/login', ready: 'Keep me signed in' },
  { name: 'invite', path: ({ invitation }) => `/invite#${invitation}`, ready: 'You will edit and run its workflows.' },
  { name: 'parts', path: () => '/console-parts', ready: 'Parts of the console' },
  { name: 'invite-cut', path: () => '/invite', ready: 'This link does not work' },
  { name: 'workspaces', path: () => '/workspaces', ready: 'admin' },
  { name: 'account', path: () => '/account/appearance', ready: 'Appearance' },
  { name: 'security', path: () => '/account/security', ready: 'this browser' },
  { name: 'runs', path: ({ workspaceId }) => `/workspace/${workspaceId}/logs`, ready: 'Order confirmation' },
  {
    name: 'runs-preview',
    path: ({ workspaceId, runs }) => `/workspace/${workspaceId}/logs?level=error&run=${runs.failed}`,
    ready: 'Failed',
  },
  { name: 'runs-none', path: ({ workspaceId }) => `/workspace/${workspaceId}/logs?q=nothing-has-this-name`, ready: 'No run matches' },
  { name: 'run', path: ({ workspaceId, runs }) => `/workspace/${workspaceId}/logs/${runs.completed}`, ready: 'Pack a part' },
  { name: 'run-failed', path: ({ workspaceId, runs }) => `/workspace/${workspaceId}/logs/${runs.failed}`, ready: 'cannot be read' },
  {
    name: 'run-events',
    path: ({ workspaceId, runs }) => `/workspace/${workspaceId}/logs/${runs.completed}?view=events&at=2`,
    ready: 'Run completed',
  },
  { name: 'run-moment', path: ({ workspaceId, runs }) => `/workspace/${workspaceId}/logs/${runs.completed}?at=5`, ready: 'Event 5 of' },
  {
    name: 'compare',
    path: ({ workspaceId, runs }) => `/workspace/${workspaceId}/logs/${runs.completed}/compare/${runs.failed}`,
    ready: 'Only in A',
  },
  { name: 'run-paused', path: ({ workspaceId, runs }) => `/workspace/${workspaceId}/logs/${runs.paused}`, ready: 'Paused' },
  { name: 'audit', path: ({ workspaceId }) => `/workspace/${workspaceId}/audit`, ready: 'Workflow deployed: Order confirmation' },
  { name: 'audit-none', path: ({ workspaceId }) => `/workspace/${workspaceId}/audit?action=nothing`, ready: 'No entry matches' },
  { name: 'audit-verify', path: ({ workspaceId }) => `/workspace/${workspaceId}/audit/verify`, ready: 'Public key' },
  { name: 'files', path: ({ workspaceId }) => `/workspace/${workspaceId}/files`, ready: 'prices.csv' },
  {
    name: 'file',
    path: ({ workspaceId, files }) => `/workspace/${workspaceId}/files?file=${files.prices}`,
    ready: 'walnut',
  },
  { name: 'settings-general', path: ({ workspaceId }) => `/workspace/${workspaceId}/settings/general`, ready: 'Delete the workspace' },
  { name: 'settings-members', path: ({ workspaceId }) => `/workspace/${workspaceId}/settings/members`, ready: '(you)' },
  { name: 'settings-keys', path: ({ workspaceId }) => `/workspace/${workspaceId}/settings/keys`, ready: 'No key yet' },
  { name: 'settings-environment', path: ({ workspaceId }) => `/workspace/${workspaceId}/settings/environment`, ready: 'No variable yet' },
  { name: 'settings-usage', path: ({ workspaceId }) => `/workspace/${workspaceId}/settings/usage`, ready: 'at most' },
  { name: 'account-profile', path: () => '/account/profile', ready: 'operator of this server' },
  { name: 'account-keys', path: () => '/account/keys', ready: 'acts as you' },
  { name: 'organization-members', path: ({ server }) => `/organization/${server.first.organizationId}/members`, ready: '(you)' },
  { name: 'organization-plan', path: ({ server }) => `/organization/${server.first.organizationId}/plan`, ready: 'Cost this month' },
  {
    name: 'organization-usage',
    path: ({ server }) => `/organization/${server.first.organizationId}/usage?by=workspace`,
    ready: 'Default workspace',
  },
  { name: 'home', path: ({ workspaceId }) => `/workspace/${workspaceId}`, ready: 'cannot be read' },
  { name: 'workflows', path: ({ workspaceId }) => `/workspace/${workspaceId}/w`, ready: 'Order confirmation' },
  {
    name: 'workflows-none',
    path: ({ workspaceId }) => `/workspace/${workspaceId}/w?q=nothing-has-this-name`,
    ready: 'No workflow matches',
  },
  { name: 'workflow', path: ({ workspaceId, workflows }) => `/workspace/${workspaceId}/w/${workflows.completes}`, ready: 'Pack a part' },
  { name: 'questions', path: ({ workspaceId }) => `/workspace/${workspaceId}/questions`, ready: 'All open' },
  {
    name: 'question',
    path: ({ workspaceId, runs }) => `/workspace/${workspaceId}/questions?view=all&question=${runs.paused}`,
    ready: 'Asked people',
  },
  {
    name: 'questions-none',
    path: ({ workspaceId }) => `/workspace/${workspaceId}/questions?view=ended`,
    ready: 'No question has been answered yet',
  },
  { name: 'knowledge', path: ({ workspaceId }) => `/workspace/${workspaceId}/knowledge`, ready: 'Care of furniture' },
  {
    name: 'knowledge-base',
    path: ({ workspaceId, knowledge }) => `/workspace/${workspaceId}/knowledge/${knowledge.base}?document=${knowledge.document}`,
    ready: 'Process again',
  },
  {
    name: 'knowledge-search',
    path: ({ workspaceId, knowledge }) => `/workspace/${workspaceId}/knowledge/${knowledge.base}?view=search`,
    ready: 'Tags of the document',
  },
  { name: 'triggers', path: ({ workspaceId }) => `/workspace/${workspaceId}/triggers`, ready: 'No trigger yet' },
  { name: 'deliveries', path: ({ workspaceId }) => `/workspace/${workspaceId}/triggers/deliveries`, ready: 'No event arrived yet' },
  { name: 'chats', path: ({ workspaceId }) => `/workspace/${workspaceId}/chats`, ready: 'No chat yet' },
  { name: 'models', path: ({ workspaceId }) => `/workspace/${workspaceId}/models`, ready: 'Save limits' },
  { name: 'mcp-used', path: ({ workspaceId }) => `/workspace/${workspaceId}/mcp`, ready: 'No server is registered' },
  { name: 'mcp-offered', path: ({ workspaceId }) => `/workspace/${workspaceId}/mcp/offered`, ready: 'No server is offered' },
  { name: 'operator-status', path: () => '/operator/status', ready: 'Free space' },
  { name: 'operator-users', path: () => '/operator/users', ready: '(you)' },
  { name: 'operator-organizations', path: () => '/operator/organizations', ready: 'Default organization' },
  { name: 'operator-audit-key', path: () => '/operator/audit-key', ready: 'BEGIN PUBLIC KEY' },
  { name: 'tables', path: ({ workspaceId }) => `/workspace/${workspaceId}/tables`, ready: 'orders' },
  { name: 'table', path: ({ workspaceId, tableId }) => `/workspace/${workspaceId}/tables/${tableId}`, ready: 'ada@example.org' },
  {
    name: 'table-filtered',
    path: ({ workspaceId, tableId }) =>
      `/workspace/${workspaceId}/tables/${tableId}?filter=${encodeURIComponent('{"email":{"$contains":"nothing"}}')}`,
    ready: 'No row matches',
  },
  { name: 'table-new-row', path: ({ workspaceId, tableId }) => `/workspace/${workspaceId}/tables/${tableId}?row=new`, ready: 'Add row' },
  { name: 'run-unknown', path: ({ workspaceId }) => `/workspace/${workspaceId}/logs/unknown`, ready: 'There is no run' },
];

describeInBrowser('the pages of the console', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  async function visit(page: Page, { path, ready }: (typeof pages)[number]): Promise<void> {
    await page.goto(`${world.server.url}${path(world)}`);
    await page.getByText(ready).first().waitFor();
  }

  it.each(['light', 'dark'] as const)(
    'have no barriers, complaints and sideways scrolling at 1280 and 320 px, %s',
    async (theme) => {
      const { page, complaints } = await signedInPage(browser, world, { theme });
      const found: string[] = [];
      for (const each of pages) {
        await visit(page, each);
        for (const width of [320, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          found.push(...(await barriers(page)).map((barrier) => `${each.name} ${width} ${barrier}`));
          if ((await overflow(page)) > 0) found.push(`${each.name} ${width}: wider than the window`);
        }
      }
      expect(found).toEqual([]);
      // Requests of a page that the test has left.
      expect(complaints.filter((complaint) => !complaint.endsWith('net::ERR_ABORTED'))).toEqual([]);
    },
    300_000,
  );

  (isPicturing ? it : it.skip)(
    'have their pictures taken',
    async () => {
      const { page } = await signedInPage(browser, world);
      for (const { name, path, ready } of pages.filter((each) => each.name.includes(process.env['SLUICE_CONSOLE_PAGES'] ?? ''))) {
        await savePictures(browser, page.context(), name, `${world.server.url}${path(world)}`, ready);
      }
    },
    600_000,
  );
});
