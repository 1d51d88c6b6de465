import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Locator } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { eventually } from '../../support/eventually.js';
import { focused, keepFocus } from '../../support/console/focus.js';
import { readerPage } from '../../support/console/reader-page.js';
import type { WatchedPage } from '../../support/watched-page.js';
import { createWorkflow } from '../../support/workflow-api.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';

describeInBrowser('a workflow in the console', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  const pathOf = (workflowId: string): string => `/workspace/${world.workspaceId}/w/${workflowId}`;

  async function opened(workflowId: string): Promise<WatchedPage> {
    return signedInPage(browser, world, { path: pathOf(workflowId) });
  }

  it('shows the draft on a canvas, containers as frames, and the fields of a block', async () => {
    const watched = await opened(world.workflows.completes);
    const { page } = watched;
    const canvas = page.getByRole('group', { name: 'Draft', exact: true });
    const boxOf = (name: string): ReturnType<Locator['boundingBox']> => canvas.getByRole('group', { name }).boundingBox();
    await eventually(async () => {
      const [frame, inner] = await Promise.all([boxOf('Each part, loop'), boxOf('Pack a part, function')]);
      expect(inner?.x).toBeGreaterThan(frame?.x ?? Infinity);
      expect((inner?.y ?? 0) + (inner?.height ?? 0)).toBeLessThan((frame?.y ?? 0) + (frame?.height ?? 0));
    });
    await canvas.getByRole('button', { name: 'Add the tax function' }).click();
    const inspector = page.getByRole('region', { name: 'Block Add the tax' });
    await inspector.getByText('<start.amount> * 1.2').first().waitFor();
    await page.reload();
    await inspector.getByText('<start.amount> * 1.2').first().waitFor();
    expect(watched.complaints).toEqual([]);
  });

  it('is read by keyboard alone: Alt and arrows go along the blocks, + and - zoom', async () => {
    const { page } = await opened(world.workflows.completes);
    const canvas = page.getByRole('group', { name: 'Draft', exact: true });
    await keepFocus(canvas.getByRole('button', { name: /^start/i }));
    await page.keyboard.press('Alt+ArrowRight');
    await page.getByRole('region', { name: 'Block Add the tax' }).waitFor();
    await focused(canvas.getByRole('button', { name: 'Add the tax function' }));
    await page.keyboard.press('Alt+ArrowRight');
    await page.getByRole('region', { name: 'Block Each part' }).waitFor();
    await focused(canvas.getByRole('button', { name: 'Each part loop' }));
    const scale = canvas.getByText(/ %$/);
    const before = await scale.innerText();
    await page.keyboard.press('+');
    await canvas.getByText(before, { exact: true }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Block Each part' }).waitFor({ state: 'detached' });
  });

  it('keeps hostile texts of a document as texts', async () => {
    const name = '<img src=x onerror="document.title = \'taken over\'">';
    const id = await createWorkflow(world.server, { name, state: aState([{ ...aBlock('a', 'function'), name }]) });
    const watched = await opened(id);
    await watched.page.getByRole('group', { name: 'Draft', exact: true }).getByText(name).waitFor();
    await eventually(async () => expect(await watched.page.title()).toBe(`${name} · Sluice`));
    expect(watched.complaints).toEqual([]);
  });

  it('draws a version with a thousand blocks and keeps only those in sight in the document', async () => {
    const { server } = world;
    const ids = Array.from({ length: 1000 }, (_, index) => `b${index}`);
    const blocks = ids.map((id, index) => aBlock(id, 'function', { position: { x: (index % 40) * 300, y: Math.floor(index / 40) * 160 } }));
    const start = aBlock('start', 'start_trigger', { position: { x: -300, y: 0 } });
    const edges = ids.map((each, index) => anEdge(index === 0 ? 'start' : `b${index - 1}`, each));
    const id = await createWorkflow(server, { name: 'Large', state: aState([start, ...blocks], edges) });
    await server.as(server.first.apiKey).post(`/api/v1/workflows/${id}/deploy`).expect(200);
    const { page } = await signedInPage(browser, world, { path: `${pathOf(id)}?v=1` });
    const canvas = page.getByRole('group', { name: 'Version 1' });
    await canvas.getByRole('button', { name: 'b0 function' }).waitFor();
    await eventually(async () => {
      const shown = await canvas.getByRole('listitem').count();
      expect(shown).toBeGreaterThan(5);
      expect(shown).toBeLessThan(300);
    });
  });

  it('says which version runs and that the draft differs, and rolls back from the list', async () => {
    const { server } = world;
    const client = server.as(server.first.apiKey);
    const start = aBlock('start', 'start_trigger');
    const id = await createWorkflow(server, { name: 'Versions', state: aState([start]) });
    await client.post(`/api/v1/workflows/${id}/deploy`).send({ description: 'the beginning' }).expect(200);
    const state = aState(
      [start, aBlock('more', 'wait', { subBlocks: { timeValue: { id: 'timeValue', type: 'short-input', value: '1' } } })],
      [anEdge('start', 'more')],
    );
    await client.put(`/api/v1/workflows/${id}/state`).send({ state }).expect(200);
    await client.post(`/api/v1/workflows/${id}/deploy`).send({ name: 'Longer' }).expect(200);
    const { page } = await opened(id);
    await page.getByRole('tab', { name: 'Versions' }).click();
    const versions = page.getByRole('list', { name: 'Versions' });
    await versions.getByText('Longer').waitFor();
    await versions.getByText('the beginning').waitFor();
    await versions.getByText('by you').first().waitFor();
    await page.getByRole('button', { name: 'Actions of v1' }).click();
    await page.getByRole('menuitem', { name: 'Roll back to it…' }).click();
    await page.getByRole('button', { name: 'Roll back', exact: true }).click();
    await versions.getByRole('listitem').filter({ hasText: 'the beginning' }).getByText('Active').waitFor();
    await page.getByText('The draft differs').waitFor();
  });

  it('shows an earlier version, and what differs by block, field and line of code', async () => {
    const { server } = world;
    const client = server.as(server.first.apiKey);
    const coded = (code: string): ReturnType<typeof aBlock> =>
      aBlock('sum', 'function', { name: 'Sum', subBlocks: { code: { id: 'code', type: 'code', value: code } } });
    const start = aBlock('start', 'start_trigger');
    const first = aState([start, coded('const a = 1;\nconst b = 2;\nreturn a + b;')], [anEdge('start', 'sum')]);
    const id = await createWorkflow(server, { name: 'Compared', state: first });
    await client.post(`/api/v1/workflows/${id}/deploy`).expect(200);
    const state = aState(
      [start, coded('const a = 1;\nconst b = 20;\nreturn a + b;'), aBlock('end', 'response')],
      [anEdge('start', 'sum'), anEdge('sum', 'end')],
    );
    await client.put(`/api/v1/workflows/${id}/state`).send({ state }).expect(200);
    const watched = await opened(id);
    const { page } = watched;
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('button', { name: 'Actions of v1' }).click();
    await page.getByRole('menuitem', { name: 'Compare the draft with it' }).click();
    const changes = page.getByRole('tabpanel', { name: 'Changes' });
    await changes.getByRole('region', { name: 'Sum, changed' }).waitFor();
    await eventually(async () => {
      const lines = await changes.getByRole('code').allInnerTexts();
      expect(lines.map((line) => line.replaceAll(/\s+/g, ' ').trim())).toEqual([
        'const a = 1;',
        '− removed: const b = 2;',
        '+ added: const b = 20;',
        'return a + b;',
        '+ added: Sum → end',
      ]);
    });
    await changes.getByRole('region', { name: 'end, added' }).waitFor();
    await changes.getByText('Sum → end').waitFor();
    await page
      .getByRole('group', { name: 'Draft', exact: true })
      .getByRole('button', { name: /^Sum function changed/ })
      .waitFor();
    await page.reload();
    await changes.getByRole('region', { name: 'end, added' }).waitFor();
    await page.getByRole('button', { name: 'Back to the draft' }).click();
    await page.getByRole('button', { name: 'Show v1 on the canvas' }).click();
    await page.getByRole('group', { name: 'Version 1' }).waitFor();
    expect(await page.getByRole('group', { name: 'Version 1' }).getByRole('button', { name: /^end/ }).count()).toBe(0);
    expect(watched.complaints).toEqual([]);
  });

  it('is only read by a person who may only read', async () => {
    const watched = await readerPage(browser, world, pathOf(world.workflows.completes));
    const { page } = watched;
    await page.getByRole('group', { name: 'Draft', exact: true }).getByRole('button', { name: 'Add the tax function' }).click();
    await page.getByRole('region', { name: 'Block Add the tax' }).waitFor();
    await eventually(async () =>
      expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Block', 'Problems', 'Workflow', 'Versions']),
    );
    expect(await page.getByRole('button', { name: 'Deploy' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Actions of Order confirmation' }).click();
    await eventually(async () => expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Export…']));
    expect(watched.complaints).toEqual([]);
  });

  it('says what to do when the draft is empty, cannot be loaded, or the workflow is in another workspace', async () => {
    const empty = await createWorkflow(world.server, { name: 'Empty', state: aState([]) });
    const { page } = await opened(empty);
    await page.getByText('The draft has no block yet').waitFor();
    let isDown = true;
    await page.route('**/draft', async (route) => {
      await (isDown ? route.fulfill({ status: 503, json: { error: 'The server is restarting', code: 'UNAVAILABLE' } }) : route.continue());
    });
    await page.goto(world.server.url + pathOf(world.workflows.fails));
    await page.getByText('The server is restarting').waitFor();
    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('group', { name: 'Draft', exact: true }).waitFor();
  });
});
