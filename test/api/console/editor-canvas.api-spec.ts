import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import type { WorkflowDocument } from '#document/document.js';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { eventually } from '../../support/eventually.js';
import { barriers, closePages } from '../../support/watched-page.js';
import { createWorkflow } from '../../support/workflow-api.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';

describeInBrowser('the canvas of the editor', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  beforeEach(closePages);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  const canvasOf = (page: Page): Locator => page.getByRole('group', { name: 'Draft', exact: true });
  const blockOf = (page: Page, name: string): Locator => canvasOf(page).getByRole('button', { name: `${name} function` });
  const partOf = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name);

  function threeApart(): Promise<string> {
    const places = { one: { x: 0, y: 0 }, two: { x: 400, y: 130 }, three: { x: 700, y: 310 } };
    const blocks = Object.entries(places).map(([id, position]) => aBlock(id, 'function', { position }));
    return createWorkflow(world.server, { name: 'Apart', state: aState(blocks) });
  }

  async function opened(id: string): Promise<Page> {
    const { page } = await signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/w/${id}` });
    await canvasOf(page).getByRole('button', { name: 'Show all' }).click();
    await blockOf(page, 'three').waitFor();
    return page;
  }

  async function placesIn(id: string): Promise<Readonly<Record<string, { x: number; y: number }>>> {
    const { body } = await world.server.as(world.server.first.apiKey).get(`/api/v1/workflows/${id}/draft`).expect(200);
    const { blocks } = (body as { data: { document: WorkflowDocument } }).data.document;
    return Object.fromEntries(Object.values(blocks).map((block) => [block.id, block.position]));
  }

  /** Waits until the block has come to rest: its place is the same twice. */
  async function middleOf(page: Page, name: string): Promise<{ x: number; y: number }> {
    const place = async (): Promise<{ x: number; y: number }> => {
      const box = await blockOf(page, name).boundingBox();
      if (box === null) throw new Error(`${name} is not drawn`);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    let last = await place();
    await eventually(async () => {
      const now = await place();
      const before = last;
      last = now;
      expect(now).toEqual(before);
    });
    return last;
  }

  it('selects a block when the mouse moves a little while it is pressed', async () => {
    const page = await opened(await threeApart());
    const { x, y } = await middleOf(page, 'two');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 2, y + 1);
    await page.mouse.up();
    await page.getByRole('region', { name: 'Block two', exact: true }).waitFor({ timeout: 5000 });
  });

  it('draws a dragged block to the line of another one, with a guide while it is dragged', async () => {
    const id = await threeApart();
    const page = await opened(id);
    const scale =
      Number(
        (
          await canvasOf(page)
            .getByText(/^\d+ %$/u)
            .innerText()
        ).replace(' %', ''),
      ) / 100;
    const from = await middleOf(page, 'two');
    // Three points of the plane beside the line of the first block.
    const to = { x: from.x, y: from.y - 127 * scale };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    // The drag begins after this move, which does not count.
    await page.mouse.move(from.x, from.y - 8);
    await page.mouse.move(to.x, to.y - 8, { steps: 6 });
    await canvasOf(page).locator('[data-guide="y"]').first().waitFor();
    await page.mouse.up();
    await eventually(async () => expect((await placesIn(id))['two']?.y).toBe(0));
    await canvasOf(page).locator('[data-guide]').first().waitFor({ state: 'detached' });
  });

  it('selects a block with one click while a connection is selected, and a connection while a block is', async () => {
    const blocks = ['one', 'two'].map((id, index) => aBlock(id, 'function', { position: { x: index * 500, y: 0 } }));
    const id = await createWorkflow(world.server, { name: 'Connected', state: aState(blocks, [anEdge('one', 'two')]) });
    const { page } = await signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/w/${id}` });
    await canvasOf(page).getByRole('button', { name: 'Show all' }).click();
    const [one, two] = [await middleOf(page, 'one'), await middleOf(page, 'two')];
    const wire = canvasOf(page).getByLabel('one leads to two');
    for (const name of ['two', 'one']) {
      await page.mouse.click((one.x + two.x) / 2, one.y);
      await eventually(async () => expect(await wire.getAttribute('class')).toContain('selected'));
      expect(partOf(page, 'block')).toBeNull();
      await blockOf(page, name).click();
      await eventually(() => expect(partOf(page, 'block')).toBe(name));
      await page.getByRole('region', { name: `Block ${name}` }).waitFor();
      expect(await wire.getAttribute('class')).not.toContain('selected');
    }
  });

  it('puts a dragged block back with Escape, without guides and without an edit', async () => {
    const id = await threeApart();
    const page = await opened(id);
    const from = await middleOf(page, 'two');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y - 8);
    await page.mouse.move(from.x, from.y - 60, { steps: 6 });
    await eventually(async () => expect((await middleOf(page, 'two')).y).toBeLessThan(from.y - 20));
    await page.keyboard.press('Escape');
    await eventually(async () => expect(await middleOf(page, 'two')).toEqual(from));
    await page.mouse.move(from.x, from.y - 90, { steps: 3 });
    await page.mouse.up();
    expect(await canvasOf(page).locator('[data-guide]').count()).toBe(0);
    expect(await middleOf(page, 'two')).toEqual(from);
    await canvasOf(page).getByRole('button', { name: 'Undo', exact: true }).waitFor();
    expect((await placesIn(id))['two']).toEqual({ x: 400, y: 130 });
  });

  it('aligns and distributes what is selected, each as one edit', async () => {
    const id = await threeApart();
    const page = await opened(id);
    await blockOf(page, 'one').click();
    await page.getByRole('region', { name: 'Block one' }).waitFor();
    await page.keyboard.press('a');
    const panel = page.getByRole('region', { name: 'Selection', exact: true });
    await panel.getByText('3 blocks are selected', { exact: true }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Align top edges', exact: true }).click();
    await eventually(async () => expect(Object.values(await placesIn(id)).map(({ y }) => y)).toEqual([0, 0, 0]));
    await panel.getByRole('button', { name: 'Align top edges', exact: true }).click();
    await canvasOf(page).getByText('The blocks are on this line already.').waitFor();
    await panel.getByRole('button', { name: 'Distribute across', exact: true }).click();
    await eventually(async () => expect((await placesIn(id))['two']?.x).toBe(350));
    await canvasOf(page).getByRole('button', { name: 'Undo: Distribute 3 blocks' }).click();
    await canvasOf(page).getByRole('button', { name: 'Undo: Align 3 blocks' }).click();
    await eventually(async () =>
      expect(await placesIn(id)).toEqual({ one: { x: 0, y: 0 }, two: { x: 400, y: 130 }, three: { x: 700, y: 310 } }),
    );
  });

  it('keeps the window and the selection in the address', async () => {
    const page = await opened(await threeApart());
    await blockOf(page, 'one').click();
    await page.getByRole('region', { name: 'Block one' }).waitFor();
    await blockOf(page, 'two').click({ modifiers: ['Shift'] });
    await page.getByText('2 blocks are selected', { exact: true }).waitFor();
    await canvasOf(page).getByRole('button', { name: 'Zoom out' }).click();
    // The window moves for a moment, and the address follows when it rests.
    const scale = await eventually(async () => {
      const shown = await canvasOf(page)
        .getByText(/^\d+ %$/u)
        .innerText();
      const zoom = Number(partOf(page, 'view')?.split(',').at(-1));
      expect([partOf(page, 'select'), `${Math.round(zoom * 100)} %`]).toEqual(['one,two', shown]);
      return shown;
    });
    const place = await middleOf(page, 'two');
    await page.reload();
    await page.getByText('2 blocks are selected', { exact: true }).waitFor();
    await canvasOf(page).getByText(scale, { exact: true }).waitFor();
    const again = await middleOf(page, 'two');
    expect(Math.abs(again.x - place.x) + Math.abs(again.y - place.y)).toBeLessThan(3);
  });

  it('says how far away the canvas is at the smallest zoom', async () => {
    const id = await threeApart();
    const { page } = await signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/w/${id}?view=0,0,0.001` });
    await canvasOf(page).getByText('0.1 %', { exact: true }).waitFor();
  });

  it('is saved as SVG and PNG, and printed without the page around it', async () => {
    const page = await opened(await threeApart());
    const choose = async (entry: string): Promise<void> => {
      await canvasOf(page).getByRole('button', { name: 'Save as a picture' }).click();
      await page.getByRole('menuitem', { name: entry, exact: true }).click();
    };
    const [svg] = await Promise.all([page.waitForEvent('download'), choose('Save as SVG')]);
    expect(svg.suggestedFilename()).toBe('Apart.svg');
    expect(await readFile(await svg.path(), 'utf8')).toContain('>three</text>');
    const [png] = await Promise.all([page.waitForEvent('download'), choose('Save as PNG')]);
    const bytes = await readFile(await png.path());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(bytes.readUInt32BE(16)).toBe(2 * (700 + 220 + 64));
    await page.evaluate('window.print = () => { window.printed = true; }');
    await page.emulateMedia({ media: 'print' });
    await eventually(async () => expect(await page.locator('#root').isVisible()).toBe(true));
    await page.emulateMedia({ media: null });
    await choose('Print…');
    await eventually(async () => expect(await page.evaluate('window.printed')).toBe(true));
    await page.emulateMedia({ media: 'print' });
    await page.locator('body > div > img').waitFor();
    await eventually(async () => expect(await page.locator('#root').isVisible()).toBe(false));
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await eventually(async () => expect(await page.locator('#root').isVisible()).toBe(true));
  });
});
