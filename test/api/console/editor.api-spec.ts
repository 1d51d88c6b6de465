import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import type { WorkflowDocument } from '#document/document.js';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { canvasOf, pressBlock } from '../../support/console/editor-hands.js';
import { focused, keepFocus } from '../../support/console/focus.js';
import { readerPage } from '../../support/console/reader-page.js';
import { uploaded } from '../../support/file-api.js';
import { eventually } from '../../support/eventually.js';
import { testPassword } from '../../support/signed-in.js';
import { barriers, overflow, sizes, type WatchedPage } from '../../support/watched-page.js';
import { createWorkflow, deployedWorkflow } from '../../support/workflow-api.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';

describeInBrowser('the editor of a workflow', () => {
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
  const opened = (workflowId: string): Promise<WatchedPage> => signedInPage(browser, world, { path: pathOf(workflowId) });

  async function draftOf(id: string): Promise<WorkflowDocument> {
    const { body } = await world.server.as(world.server.first.apiKey).get(`/api/v1/workflows/${id}/draft`).expect(200);
    return (body as { data: { document: WorkflowDocument } }).data.document;
  }

  const namesIn = ({ blocks }: WorkflowDocument): readonly string[] =>
    Object.values(blocks)
      .map(({ name }) => name)
      .toSorted();
  const waysIn = ({ blocks, edges }: WorkflowDocument): readonly string[] =>
    edges.map(({ source, target }) => `${blocks[source]?.name ?? ''} > ${blocks[target]?.name ?? ''}`).toSorted();

  function threeInARow(): Promise<string> {
    const blocks = ['one', 'two', 'three'].map((id, index) => aBlock(id, 'function', { position: { x: index * 280, y: 0 } }));
    const start = aBlock('start', 'start_trigger', { position: { x: -280, y: 0 } });
    return createWorkflow(world.server, {
      name: 'In a row',
      state: aState([start, ...blocks], [anEdge('start', 'one'), anEdge('one', 'two')]),
    });
  }

  /** Selects a block. A click before the canvas has its size may miss a block that moves to its place. */
  async function select(page: Page, name: string): Promise<Locator> {
    const region = page.getByRole('region', { name: `Block ${name}` });
    await eventually(async () => {
      await canvasOf(page)
        .getByRole('button', { name: `${name} function` })
        .click();
      await region.waitFor({ timeout: 2000 });
    });
    return region;
  }

  async function choose(page: Page, list: string, text: string): Promise<void> {
    const dialog = page.getByRole('dialog', { name: list });
    await dialog.getByRole('searchbox').fill(text);
    await dialog.getByRole('menuitem', { name: text, exact: true }).first().waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  }

  it('builds a workflow by keyboard alone: a new one begins with the list of blocks', async () => {
    const id = await createWorkflow(world.server, { name: 'By keyboard', state: aState([]) });
    const watched = await opened(id);
    const { page } = watched;
    const canvas = canvasOf(page);
    await choose(page, 'Add a block', 'Start');
    await focused(canvas.getByRole('button', { name: 'Start start trigger' }));
    await page.keyboard.press('/');
    await choose(page, 'Add a block', 'Function');
    await focused(canvas.getByRole('button', { name: 'Function function', exact: true }));
    await page.keyboard.press('Tab');
    await choose(page, 'Add a block', 'Condition');
    await focused(canvas.getByRole('button', { name: 'Condition condition', exact: true }));
    await page.keyboard.press('Alt+ArrowLeft');
    await focused(canvas.getByRole('button', { name: 'Function function', exact: true }));
    await page.keyboard.press('Control+d');
    await focused(canvas.getByRole('button', { name: 'Function 2 function' }));
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('f');
    await choose(page, 'Go to a block', 'Condition');
    await focused(canvas.getByRole('button', { name: 'Condition condition', exact: true }));
    await page.keyboard.press('c');
    await choose(page, 'Connect Condition', 'Function 2');
    await eventually(async () => {
      const draft = await draftOf(id);
      expect(namesIn(draft)).toEqual(['Condition', 'Function', 'Function 2', 'Start']);
      expect(waysIn(draft)).toEqual(['Condition > Function 2', 'Function > Condition', 'Start > Function']);
    });
    await page.getByText(/^Saved/).waitFor();
    // The announcements of the sign-in stay in the page for some seconds.
    await page.reload();
    await page.getByRole('region', { name: 'Block Condition' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(watched.complaints).toEqual([]);
  });

  it('moves, connects and removes by mouse, refuses a cycle with its reason, and undoes after a reload', async () => {
    const id = await threeInARow();
    const watched = await opened(id);
    const { page } = watched;
    const canvas = canvasOf(page);
    const button = (name: string): Locator => canvas.getByRole('button', { name: `${name} function` });
    const handleOf = async (name: string, handle: string): Promise<{ x: number; y: number }> => {
      const box = await canvas
        .getByRole('group', { name: new RegExp(`^${name}, function`, 'u') })
        .locator(`[data-handleid="${handle}"]`)
        .boundingBox();
      return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    };
    const drag = async (from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await page.mouse.up();
    };
    await canvas.getByRole('button', { name: 'Show all' }).click();
    await button('three').waitFor();
    await drag(await handleOf('two', 'source'), await handleOf('three', 'target'));
    await eventually(async () => expect(waysIn(await draftOf(id))).toEqual(['one > two', 'start > one', 'two > three']));
    await drag(await handleOf('three', 'source'), await handleOf('one', 'target'));
    await canvas.getByText(/Blocks form a cycle/).waitFor();
    const box = await button('three').boundingBox();
    const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    await drag(middle, { x: middle.x, y: middle.y + 120 });
    await eventually(async () => expect((await draftOf(id)).blocks['three']?.position.y).toBeGreaterThan(100));
    await button('two').click();
    await page.getByRole('region', { name: 'Block two' }).waitFor();
    await page.keyboard.press('Delete');
    await eventually(async () => expect(namesIn(await draftOf(id))).toEqual(['one', 'start', 'three']));
    await page.reload();
    await canvas.getByRole('button', { name: 'Undo: Remove two' }).click();
    await canvas.getByRole('button', { name: 'Undo: Move three' }).click();
    await eventually(async () => {
      const draft = await draftOf(id);
      expect(waysIn(draft)).toEqual(['one > two', 'start > one', 'two > three']);
      expect(draft.blocks['three']?.position).toEqual({ x: 560, y: 0 });
    });
    expect(watched.complaints).toEqual([]);
  });

  it('keeps edits while the server is away, and over the end of the page', async () => {
    const id = await threeInARow();
    const { page } = await opened(id);
    await page.route('**/draft', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
    const name = (await select(page, 'three')).getByLabel('Name');
    await name.fill('Last');
    await name.press('Enter');
    await page.getByText(/1 edit waits and will be sent/).waitFor();
    const other = await page.context().newPage();
    await page.close();
    await other.goto(world.server.url + pathOf(id));
    await canvasOf(other).getByRole('button', { name: 'Last function' }).waitFor();
    await eventually(async () => expect(namesIn(await draftOf(id))).toContain('Last'));
  });

  it('keeps the name in a field that was not left when the page ends', async () => {
    const id = await threeInARow();
    const { page } = await opened(id);
    await (await select(page, 'three')).getByLabel('Name').fill('Last');
    await page.goto('about:blank');
    await eventually(async () => expect(namesIn(await draftOf(id))).toContain('Last'));
  });

  it('stores the name in a field that was not left when the page is hidden, and continues with it', async () => {
    const id = await threeInARow();
    const { page } = await opened(id);
    const name = (await select(page, 'three')).getByLabel('Name');
    await name.fill('Last');
    await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'))`);
    await eventually(async () => expect(namesIn(await draftOf(id))).toContain('Last'));
    const same = page.getByRole('region', { name: 'Block Last' }).getByLabel('Name');
    await same.and(page.locator(':focus')).waitFor();
    await page.keyboard.type(' of all');
    await page.keyboard.press('Enter');
    await eventually(async () => expect(namesIn(await draftOf(id))).toContain('Last of all'));
  });

  it('asks before the page ends when the browser has no room for edits that wait', async () => {
    const { page } = await opened(await threeInARow());
    const name = (await select(page, 'three')).getByLabel('Name');
    await page.route('**/draft', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
    await page.evaluate(`Storage.prototype.setItem = () => { throw new DOMException('The quota is exceeded', 'QuotaExceededError'); }`);
    await name.fill('Last');
    await name.press('Enter');
    await page.getByText(/The storage of the browser is full: keep this page open/u).waitFor();
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await Promise.all([page.waitForEvent('close'), dialog.accept()]);
  });

  it('says before a deployment that edits could not be sent', async () => {
    const { page } = await opened(await threeInARow());
    await page.route('**/draft', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
    const name = (await select(page, 'three')).getByLabel('Name');
    await name.fill('Last');
    await name.press('Enter');
    await page.getByText(/1 edit waits and will be sent/).waitFor();
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Deploy/ });
    await dialog.getByText('Edits of this page could not be sent and are not deployed').waitFor();
    await page.unrouteAll();
    await page.getByText(/^Saved \d/).waitFor();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText('Edits of this page could not be sent').waitFor({ state: 'detached' });
  });

  it('sends what waited when the editor was left, without being opened again', async () => {
    const id = await threeInARow();
    const { page } = await opened(id);
    await page.route('**/draft', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
    const name = (await select(page, 'three')).getByLabel('Name');
    await name.fill('Last');
    await name.press('Enter');
    await page.getByText(/1 edit waits and will be sent/).waitFor();
    await page.getByRole('link', { name: 'Workflows' }).first().click();
    await page.getByRole('heading', { name: 'Workflows', level: 1 }).waitFor();
    await page.unrouteAll();
    await eventually(async () => expect(namesIn(await draftOf(id))).toContain('Last'));
  });

  it('has what waited when it was left, and sends it, once it is opened again', async () => {
    const id = await threeInARow();
    const { page } = await opened(id);
    await page.route('**/draft', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
    const name = (await select(page, 'three')).getByLabel('Name');
    await name.fill('Last');
    await name.press('Enter');
    await page.getByText(/1 edit waits and will be sent/).waitFor();
    await page.getByRole('link', { name: 'Workflows' }).first().click();
    await page.getByRole('heading', { name: 'Workflows', level: 1 }).waitFor();
    await page.goBack();
    await canvasOf(page).getByRole('button', { name: 'Last function' }).waitFor();
    await page.unrouteAll();
    await page.getByText(/^Saved \d/).waitFor();
    expect(namesIn(await draftOf(id))).toContain('Last');
    await canvasOf(page).getByRole('button', { name: 'Undo: Rename three to Last' }).waitFor();
  });

  it('says that the session has ended, and saves after the next sign-in what was typed since', async () => {
    const id = await threeInARow();
    const { page } = await signedInPage(browser, world, { path: pathOf(id), isOwnSession: true });
    const name = (await select(page, 'three')).getByLabel('Name');
    await page.evaluate(`fetch('/api/v1/session', { method: 'DELETE' })`);
    await name.fill('Last');
    await name.press('Enter');
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.waitFor();
    await page.getByText('You are signed out: 1 edit waits and will be sent').waitFor();
    await again.getByLabel('Password').fill(testPassword);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(/^Saved \d/).waitFor();
    expect(namesIn(await draftOf(id))).toContain('Last');
    await canvasOf(page).getByRole('button', { name: 'Last function' }).waitFor();
    await canvasOf(page).getByRole('button', { name: 'Undo: Rename three to Last' }).waitFor();
  });

  it('adds branches of a condition before else, and the block that follows to the first branch that leads nowhere', async () => {
    const id = await createWorkflow(world.server, { name: 'Branches', state: aState([aBlock('start', 'start_trigger')]) });
    const { page } = await opened(id);
    const canvas = canvasOf(page);
    await choose(page, 'Add a block', 'Condition');
    const condition = canvas.getByRole('button', { name: 'Condition condition', exact: true });
    for (const name of ['Function', 'Function 2']) {
      await focused(condition);
      await page.keyboard.press('/');
      await choose(page, 'Add a block', 'Function');
      await focused(canvas.getByRole('button', { name: `${name} function`, exact: true }));
      await page.keyboard.press('f');
      await choose(page, 'Go to a block', 'Condition');
    }
    const region = page.getByRole('region', { name: 'Block Condition' });
    await region.getByRole('button', { name: 'Add condition' }).click();
    await focused(region.getByLabel('Title').nth(1));
    await page.keyboard.type('more');
    await page.keyboard.press('Tab');
    await canvas.getByLabel('Condition, else, leads to Function 2').waitFor({ state: 'attached' });
    await eventually(async () => {
      const changed = Object.values((await draftOf(id)).blocks).find(({ name }) => name === 'Condition');
      const branches = JSON.parse(changed?.subBlocks['conditions']?.value as string) as { title: string }[];
      expect(branches.map(({ title }) => title)).toEqual(['if', 'more', 'else']);
    });
  });

  it('says in the place of a tab that the server is away, and shows the tab and all edits when it is back', async () => {
    const id = await threeInARow();
    const { page } = await opened(id);
    const name = (await select(page, 'three')).getByLabel('Name');
    await page.context().setOffline(true);
    await name.fill('Last');
    await name.press('Enter');
    for (const tab of ['Run', 'Data']) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      const problem = page.getByRole('tabpanel', { name: tab }).getByRole('alert');
      await problem.getByText('The server cannot be reached.').waitFor();
      await problem.getByRole('button', { name: 'Try again' }).click();
      await problem.getByText('The server cannot be reached.').waitFor();
    }
    await page.getByText(/1 edit waits and will be sent/).waitFor();
    await page.getByRole('navigation', { name: 'Console' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('tabpanel', { name: 'Data' }).getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('tabpanel', { name: 'Data' }).getByRole('alert').waitFor({ state: 'detached' });
    await canvasOf(page).getByRole('button', { name: 'Last function' }).waitFor();
    await eventually(async () => expect(namesIn(await draftOf(id))).toContain('Last'));
  });

  it('shows what others do, and asks when both have changed the same', async () => {
    const id = await threeInARow();
    const [one, two] = [(await opened(id)).page, (await opened(id)).page];
    for (const page of [one, two]) await canvasOf(page).getByRole('button', { name: 'one function' }).waitFor();
    const rename = async (page: Page, name: string): Promise<void> => {
      const field = (await select(page, 'one')).getByLabel('Name');
      await field.fill(name);
      await field.press('Enter');
    };
    await two.route('**/draft', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
    await two.route('**/draft/edits*', (route) => route.abort());
    await rename(two, 'Mine');
    await two.getByText(/edit waits/).waitFor();
    await rename(one, 'Theirs');
    await one.getByText(/^Saved \d/).waitFor();
    await two.unrouteAll();
    await two.getByText(/changed the same/).waitFor();
    await canvasOf(two).getByRole('button', { name: 'Theirs function' }).waitFor();
    await two.setViewportSize({ width: 390, height: 844 });
    const top = async (name: string): Promise<number | undefined> => (await two.getByRole('button', { name }).boundingBox())?.y;
    expect(await top('Keep mine')).toBe(await top('Keep theirs'));
    await two.setViewportSize(sizes.desk);
    await two.getByRole('button', { name: 'Keep mine' }).click();
    await canvasOf(one).getByRole('button', { name: 'Mine function' }).waitFor();
    await eventually(async () => expect(namesIn(await draftOf(id))).toContain('Mine'));
  });

  it('asks about a name that another user has changed while it was typed', async () => {
    const id = await threeInARow();
    const [one, two] = [(await opened(id)).page, (await opened(id)).page];
    const mine = (await select(two, 'one')).getByLabel('Name');
    await mine.fill('Mine');
    const theirs = (await select(one, 'one')).getByLabel('Name');
    await theirs.fill('Theirs');
    await theirs.press('Enter');
    await canvasOf(two).getByRole('button', { name: 'Theirs function' }).waitFor();
    await two.keyboard.press('Enter');
    await two.getByText(/changed the same/).waitFor();
    expect(namesIn(await draftOf(id))).toContain('Theirs');
    await two.getByRole('button', { name: 'Keep mine' }).click();
    await canvasOf(one).getByRole('button', { name: 'Mine function' }).waitFor();
  });

  it('keeps the focus among blocks when one is removed by keyboard, on the canvas and in the outline', async () => {
    const id = await threeInARow();
    const { page } = await opened(id);
    const canvas = canvasOf(page);
    await keepFocus(canvas.getByRole('button', { name: 'two function' }));
    await page.keyboard.press('Space');
    await page.getByRole('region', { name: 'Block two' }).waitFor();
    await page.keyboard.press('Delete');
    await focused(canvas.getByRole('button', { name: 'one function' }));
    const outline = page.getByRole('tree', { name: 'Outline' });
    await keepFocus(outline.getByRole('treeitem', { name: /^one, function/u }));
    await page.keyboard.press('Space');
    await page.getByRole('region', { name: 'Block one' }).waitFor();
    await page.keyboard.press('Delete');
    await focused(outline.getByRole('treeitem', { name: /^start,/u }));
    await eventually(async () => expect(namesIn(await draftOf(id))).toEqual(['start', 'three']));
  });

  it('shows the name of a file that is not one of the newest hundred', async () => {
    const [oldest, ...later] = Array.from({ length: 101 }, (_, index) => `report ${index}.txt`);
    const { id: file } = await uploaded(world.server, oldest ?? '');
    for (const name of later) await uploaded(world.server, name);
    const fields = { operation: 'file_read', readFile: file };
    const read = aBlock('read', 'file', {
      subBlocks: Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, { id: field, type: 'short-input', value }])),
    });
    const { page } = await opened(await createWorkflow(world.server, { name: 'Reads', state: aState([read]) }));
    await canvasOf(page).getByRole('button', { name: 'read file' }).click();
    const input = page.getByRole('region', { name: 'Block read' }).locator('input[role="combobox"]');
    await eventually(async () => expect(await input.inputValue()).toBe('report 0.txt'));
    await input.fill('no such file');
    await page.getByText('No file with this name', { exact: true }).waitFor();
  });

  it('reads a version that is compared with once, whatever is edited', async () => {
    const id = await deployedWorkflow(world.server);
    const { page } = await opened(id);
    const reads: string[] = [];
    page.on('request', (request) => reads.push(new URL(request.url()).pathname));
    const count = (path: string): number => reads.filter((each) => each.endsWith(`/workflows/${id}${path}`)).length;
    const block = Object.values((await draftOf(id)).blocks).find(({ type }) => type === 'function')?.name ?? '';
    const panel = await select(page, block);
    await panel.getByRole('button', { name: 'Changes of Code since v1' }).click();
    await eventually(async () => expect(count('/versions/1')).toBe(1));
    const before = count('/status');
    const name = panel.getByLabel('Name');
    await name.fill('Renamed');
    await name.press('Enter');
    await eventually(async () => expect(count('/status')).toBeGreaterThan(before));
    expect(count('/versions/1')).toBe(1);
  });

  it('leaves keys that are pressed in the panel to its controls', async () => {
    const id = await threeInARow();
    const { page } = await opened(id);
    const duplicate = (await select(page, 'three')).getByRole('button', { name: 'Duplicate' });
    for (const key of ['Backspace', 'Delete', 'd', 'l']) await duplicate.press(key);
    await duplicate.press('Enter');
    await eventually(async () => expect(Object.keys((await draftOf(id)).blocks)).toHaveLength(5));
    const { blocks } = await draftOf(id);
    expect(blocks['three']).toMatchObject({ enabled: true, position: { x: 560, y: 0 } });
  });

  it('copies blocks with their connections, lays all out as one edit, finds and replaces', async () => {
    const id = await threeInARow();
    const watched = await opened(id);
    const { page } = watched;
    const canvas = canvasOf(page);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await pressBlock(page, 'one function');
    await canvas.getByRole('button', { name: 'two function' }).click({ modifiers: ['Shift'] });
    await page.getByText('2 blocks are selected').waitFor();
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    await eventually(async () => {
      const draft = await draftOf(id);
      expect(namesIn(draft)).toEqual(['one', 'one 2', 'start', 'three', 'two', 'two 2']);
      expect(waysIn(draft)).toContain('one 2 > two 2');
    });
    await keepFocus(canvas.getByRole('button', { name: 'one 2 function' }));
    await page.keyboard.press('Escape');
    await page.keyboard.press('l');
    await canvas.getByRole('button', { name: 'Undo: Lay out the workflow' }).waitFor();
    await page.keyboard.press('Control+f');
    const find = page.getByRole('search', { name: 'Find in the workflow' });
    await find.getByRole('searchbox', { name: 'Find in the workflow' }).fill('tw');
    await find.getByText('Found in 2 places').waitFor();
    await find.getByRole('searchbox', { name: 'Replace by' }).fill('zw');
    await find.getByRole('button', { name: 'Replace 2' }).click();
    await eventually(async () => expect(namesIn(await draftOf(id))).toEqual(['one', 'one 2', 'start', 'three', 'zwo', 'zwo 2']));
    expect(watched.complaints).toEqual([]);
  });

  it('is the outline on a phone, and read by those who may only read, who see changes live', async () => {
    const id = await threeInARow();
    const phone = await signedInPage(browser, world, { path: pathOf(id), size: 'phone' });
    const tree = phone.page.getByRole('tree', { name: 'Outline' });
    await tree.getByRole('treeitem', { name: /^two, function/ }).click();
    await phone.page.getByRole('region', { name: 'Block two' }).waitFor();
    expect(await overflow(phone.page)).toBe(0);
    // No part of the canvas is in sight, where it has no room.
    expect(await canvasOf(phone.page).locator('[data-block]').and(phone.page.locator(':visible')).count()).toBe(0);
    expect(await barriers(phone.page)).toEqual([]);
    const { page } = await readerPage(browser, world, pathOf(id));
    await page.getByText('Read only').waitFor();
    expect(await page.getByRole('button', { name: 'Add a block' }).count()).toBe(0);
    const field = phone.page.getByRole('region', { name: 'Block two' }).getByLabel('Name');
    await field.fill('Renamed');
    await field.press('Enter');
    await canvasOf(page).getByRole('button', { name: 'Renamed function' }).waitFor();
    await canvasOf(page)
      .getByRole('group', { name: /^Renamed, function, .+ is here$/ })
      .waitFor();
  });

  it('has room for the state of saving below the outline on the narrowest phone', async () => {
    const { page } = await signedInPage(browser, world, { path: pathOf(await threeInARow()), size: 'phone' });
    await page.setViewportSize({ width: 320, height: 640 });
    await page
      .getByRole('tree', { name: 'Outline' })
      .getByRole('treeitem', { name: /^two, function/ })
      .click();
    await page.route('**/draft', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
    const field = page.getByRole('region', { name: 'Block two' }).getByLabel('Name');
    await field.fill('Renamed');
    await field.press('Enter');
    const saving = page.getByText('The server is not reached: 1 edit waits and will be sent');
    await saving.waitFor();
    const last = page.getByRole('treeitem').last();
    const [below, above, draft] = await Promise.all([saving.boundingBox(), last.boundingBox(), canvasOf(page).boundingBox()]);
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    expect(below?.width).toBeGreaterThan(200);
    expect((draft?.y ?? 0) + (draft?.height ?? 0)).toBeGreaterThanOrEqual((below?.y ?? 0) + (below?.height ?? 0));
    expect(await overflow(page)).toBe(0);
  });

  it('draws a thousand blocks and keeps only those in sight in the document, and all of them from far away', async () => {
    const ids = Array.from({ length: 1000 }, (_, index) => `b${index}`);
    const blocks = ids.map((id, index) => aBlock(id, 'function', { position: { x: (index % 40) * 300, y: Math.floor(index / 40) * 160 } }));
    const edges = ids.slice(1).map((each, index) => anEdge(`b${index}`, each));
    const id = await createWorkflow(world.server, { name: 'Large', state: aState(blocks, edges) });
    const watched = await opened(id);
    const { page } = watched;
    const canvas = canvasOf(page);
    await canvas.getByRole('button', { name: 'b0 function' }).waitFor();
    await eventually(async () => {
      const shown = await canvas.locator('[data-block]').count();
      expect(shown).toBeGreaterThan(5);
      expect(shown).toBeLessThan(200);
    });
    await canvas.getByRole('button', { name: 'Show all' }).click();
    await eventually(async () => expect(await canvas.locator('[data-block]').count()).toBeLessThan(3));
    expect(await page.getByRole('treeitem').count()).toBeLessThan(80);
    // A drag in the map moves the window, and the address has where it ends.
    const map = await canvas.locator('canvas').last().boundingBox();
    if (map === null) throw new Error('There is no map');
    const view = (): string | null => new URL(page.url()).searchParams.get('view');
    await eventually(() => expect(view()).toMatch(/,/u));
    const before = view();
    await page.mouse.move(map.x + map.width / 2, map.y + map.height / 2);
    await page.mouse.down();
    await page.mouse.move(map.x + map.width / 3, map.y + map.height / 3, { steps: 4 });
    await page.mouse.up();
    await eventually(() => expect(view()).not.toBe(before));
    expect(watched.complaints).toEqual([]);
  });
});
