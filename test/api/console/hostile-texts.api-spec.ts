import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage } from '../../support/console/console-world.js';
import { hostile, startHostileWorld, type HostileWorld } from '../../support/console/hostile-world.js';
import { leaksOf } from '../../support/console/text-direction.js';
import { eventually } from '../../support/eventually.js';
import { overflow } from '../../support/watched-page.js';

/** A page that shows hostile texts: its address below the workspace, a text of it, and what else is opened there. */
interface Shown {
  readonly at: (world: HostileWorld) => string;
  readonly text: string;
  readonly then?: (page: Page) => Promise<void>;
}

const { markup, rightToLeft, emoji } = hostile;

const tabs = async (page: Page): Promise<void> => {
  const all = page.getByRole('tab');
  await all.first().waitFor();
  for (const index of Array.from({ length: await all.count() }).keys()) await all.nth(index).click();
};

const block = async (page: Page): Promise<void> => {
  await page.getByRole('treeitem').last().click();
  await page.getByRole('tab', { selected: true }).waitFor();
  await tabs(page);
};

const pages: readonly (readonly [string, Shown])[] = [
  ['home', { at: () => '', text: emoji, then: (page) => page.getByRole('main').getByText(rightToLeft).first().waitFor() }],
  ['runs', { at: () => 'logs', text: markup }],
  ['preview of a run', { at: ({ runs }) => `logs?run=${runs.failed}`, text: emoji }],
  ['completed run', { at: ({ runs }) => `logs/${runs.completed}`, text: markup, then: block }],
  ['failed run', { at: ({ runs }) => `logs/${runs.failed}`, text: emoji, then: block }],
  ['paused run', { at: ({ runs }) => `logs/${runs.paused}`, text: rightToLeft, then: block }],
  ['events of a run', { at: ({ runs }) => `logs/${runs.completed}?view=events&at=3`, text: markup }],
  ['canvas of a run', { at: ({ runs }) => `logs/${runs.completed}?view=canvas`, text: markup }],
  ['comparison', { at: ({ runs }) => `logs/${runs.completed}/compare/${runs.failed}`, text: markup }],
  ['workflows', { at: () => 'w', text: emoji }],
  ['editor', { at: ({ workflows }) => `w/${workflows.asks}?block=ask`, text: rightToLeft, then: tabs }],
  ['version', { at: ({ workflows }) => `w/${workflows.completes}?v=1&tab=versions`, text: rightToLeft }],
  ['test run', { at: ({ workflows, runs }) => `w/${workflows.fails}?run=${runs.failed}&tab=run`, text: rightToLeft }],
  ['questions', { at: () => 'questions?view=all', text: rightToLeft }],
  ['question', { at: ({ runs }) => `questions?view=all&question=${runs.paused}`, text: markup }],
  ['table', { at: ({ tableId }) => `tables/${tableId}`, text: rightToLeft }],
  ['row', { at: ({ tableId, rowId }) => `tables/${tableId}?row=${rowId}`, text: rightToLeft, then: tabs }],
  ['files', { at: ({ files }) => `files?file=${files[0]}`, text: markup }],
  ['knowledge bases', { at: () => 'knowledge', text: rightToLeft }],
  ['document', { at: ({ knowledge }) => `knowledge/${knowledge.base}?document=${knowledge.document}`, text: markup }],
  ['chats', { at: () => 'chats', text: rightToLeft }],
  ['usage', { at: () => 'settings/usage?by=workflow', text: emoji }],
  ['keys', { at: () => 'settings/keys', text: markup }],
  ['general settings', { at: () => 'settings/general', text: 'Delete the workspace' }],
  ['audit log', { at: () => 'audit', text: markup }],
];

describeInBrowser('hostile texts in the console', () => {
  let world: HostileWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startHostileWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  it.each(pages)('are texts and nothing else, and do not widen the page: %s', async (_, { at, text, then }) => {
    const { page, complaints } = await signedInPage(browser, world, { path: '/account/appearance' });
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(world.server.url)) elsewhere.push(request.url());
    });
    page.on('dialog', (dialog) => elsewhere.push(`dialog: ${dialog.message()}`));
    await page.goto(`${world.server.url}/workspace/${world.workspaceId}/${at(world)}`);
    await page.getByRole('main').getByText(text).first().waitFor();
    await then?.(page);
    expect(await leaksOf(page)).toEqual([]);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await eventually(async () => expect(await overflow(page)).toBe(0), 5000);
    }
    expect(await page.evaluate('globalThis.taken')).toBeUndefined();
    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('are texts in the palette and in the title of the window', async () => {
    const { page, complaints } = await signedInPage(browser, world, {
      path: `/workspace/${world.workspaceId}/w/${world.workflows.completes}`,
    });
    await eventually(async () => expect(await page.title()).toContain(markup));
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox', { name: 'Find or do' }).fill('img');
    await page.getByRole('dialog').getByText(markup).first().waitFor();
    expect(await leaksOf(page)).toEqual([]);
    expect(await page.evaluate('globalThis.taken')).toBeUndefined();
    expect(complaints).toEqual([]);
  });
});
