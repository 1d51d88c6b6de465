import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage } from '../../support/console/console-world.js';
import { keepFocus } from '../../support/console/focus.js';
import { eventually } from '../../support/eventually.js';
import { blockWith, deployState, functionBlock, inARow } from '../../support/run-api.js';
import { claimLink, recoveryToken } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow } from '../../support/workflow-api.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';

const passes = 5000;
const workflows = 2000;
const atOnce = 8;

describeInBrowser('the console of a workspace with a lot in it', () => {
  let server: TestApp;
  let browser: Browser;
  let email: string;
  let large: string;
  let long: string;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestApp(), openBrowser()]);
    await claimLink(server, await recoveryToken(server, server.first.userId)).expect(200);
    const { body } = await owner().get('/api/v1/session').expect(200);
    email = (body as { data: { user: { email: string } } }).data.user.email;
    [large, long] = [await largeRun(), await longRun()];
    let left = workflows;
    const make = async (): Promise<void> => {
      for (left -= 1; left >= 0; left -= 1) await createWorkflow(server, { name: `Workflow ${left}` });
    };
    await Promise.all(Array.from({ length: atOnce }, make));
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const owner = () => server.as(server.first.apiKey);

  const opened = async (path: string): Promise<Page> => {
    const world = { server, email, workspaceId: server.first.workspaceId };
    return (await signedInPage(browser, world, { path: `/workspace/${server.first.workspaceId}/${path}` })).page;
  };

  /** Whose output is 16 MB. */
  async function largeRun(): Promise<string> {
    const half = (id: string) => functionBlock(id, 'return "ab".repeat(4_000_000)');
    const both = blockWith('both', 'response', { dataMode: 'json', data: '{"first": <one.result>, "second": <two.result>}' });
    const workflow = await deployState(server, inARow(half('one'), half('two'), both));
    return ended(await owner().post(`/api/workflows/${workflow}/execute`).send({}).expect(200));
  }

  /** A pass and a block of it are a span each. */
  async function longRun(): Promise<string> {
    const loop = aBlock('loop', 'loop', { name: 'Each part', data: { loopType: 'for', count: passes } });
    const variables = [{ variableName: 'n', type: 'number', value: '<loop.index>' }];
    const part = { ...blockWith('part', 'variables', { variables }), data: { parentId: 'loop', extent: 'parent' } };
    const edges = [anEdge('start', 'loop'), anEdge('loop.loop-start-source', 'part')];
    const state = aState([aBlock('start', 'start_trigger'), loop, part], edges);
    const workflow = await deployState(server, { ...state, variables: { n: { id: 'n', name: 'n', type: 'number', value: 0 } } });
    return ended(await owner().post(`/api/workflows/${workflow}/execute`).send({ async: true, input: {} }).expect(202));
  }

  async function ended({ headers }: { readonly headers: Readonly<Record<string, string>> }): Promise<string> {
    const executionId = headers['x-execution-id'] ?? '';
    await eventually(async () => {
      const { body } = await owner().get(`/api/v1/logs?workspaceId=${server.first.workspaceId}`).expect(200);
      const run = (body as { data: { executionId: string; endedAt: string | null }[] }).data.find(
        (each) => each.executionId === executionId,
      );
      expect(run?.endedAt).toEqual(expect.any(String));
    });
    return executionId;
  }

  const elements = (page: Page): Promise<number> => page.evaluate('document.querySelectorAll("*").length');
  const characters = (page: Page): Promise<number> => page.evaluate('document.body.textContent.length');

  /** What is in the document is what is in sight, and somewhat more. */
  async function isSmall(page: Page): Promise<void> {
    expect(await elements(page)).toBeLessThan(4000);
    expect(await characters(page)).toBeLessThan(200_000);
  }

  it('opens a run with an output of 16 MB, and loads parts of it when they are asked for', async () => {
    const page = await opened(`logs/${large}`);
    await page.getByRole('treeitem', { name: /^both/ }).click();
    await page.getByRole('tab', { name: 'Output' }).click();
    await page.getByText('15.3 MB are too much to be shown here').waitFor();
    await isSmall(page);
    await page.getByRole('link', { name: 'The events of the run' }).click();
    await page.getByRole('option', { name: /Block completed.*both/ }).click();
    const part = page
      .getByRole('region', { name: 'Event' })
      .locator('li')
      .filter({ hasText: /^first/ });
    await part.getByRole('button', { name: 'Load the value' }).click();
    await part.getByRole('button', { name: 'Load more' }).waitFor();
    await isSmall(page);
  });

  it('shows a run with 10,000 spans as far as it is in sight, and reaches the last one with a key', async () => {
    const page = await opened(`logs/${long}`);
    const tree = page.getByRole('tree', { name: 'Trace' });
    await tree.getByRole('treeitem').first().waitFor();
    await keepFocus(tree);
    // From a place in the middle: what is selected comes into sight from there, too.
    await tree.hover();
    await page.mouse.wheel(0, 5000);
    await tree.getByRole('treeitem').first().waitFor();
    await page.keyboard.press('End');
    const selected = tree.getByRole('treeitem', { selected: true });
    await selected.waitFor();
    await page.keyboard.press('ArrowUp');
    await selected.and(page.locator('[aria-expanded="true"]')).waitFor();
    await isSmall(page);
  });

  it('lists the events of a run with 10,000 spans as far as they are in sight', async () => {
    const page = await opened(`logs/${long}?view=events`);
    const list = page.getByRole('listbox', { name: 'Events' });
    await page.getByText('Run started').first().waitFor();
    await keepFocus(list);
    // The events come page by page.
    await eventually(async () => {
      await page.keyboard.press('End');
      expect(await list.getByText('Run completed').count()).toBe(1);
    });
    await isSmall(page);
  });

  it('lists 2,000 workflows as far as they are in sight, and finds one by its name', async () => {
    const page = await opened('w');
    await page.getByRole('row').nth(5).waitFor();
    await isSmall(page);
    await page.getByLabel('Search by name').fill('Workflow 1234');
    await page.getByRole('link', { name: 'Workflow 1234', exact: true }).waitFor();
    await eventually(async () => expect(await page.getByRole('row').count()).toBe(2));
  });

  it('finds one of 2,000 workflows in the palette', async () => {
    const page = await opened('logs');
    await page.getByRole('table', { name: 'Runs' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox', { name: 'Find or do' }).fill('workflow 77');
    await page.getByRole('menuitem', { name: 'Workflow 77', exact: true }).waitFor();
    await isSmall(page);
  });
});
