import type { Page } from 'playwright-core';
import { TestBed } from '../support/bed.js';
import { openChromium, signedInBrowser } from '../support/chromium.js';
import { addressOf, firstBlocks, grid, imported, opened, rowOf, select, type Rows, type Stage } from '../support/editor-stage.js';
import { callsSaved, draftRuns, ledgerBytes } from '../support/editor-work.js';
import { framesDuring, keysToPaint, type Frames } from '../support/frames.js';
import type { BenchOptions } from '../support/options.js';
import type { Section } from '../support/report.js';
import { median, quantile, round } from '../support/statistics.js';
import { block, type Block } from '../support/workflows.js';

const large = 1000;

const parts: Readonly<Record<string, (stage: Stage) => Promise<Rows>>> = {
  open: coldOpens,
  large: largeDraft,
  layout: layouts,
  edits,
  runs: draftRuns,
  reuse: callsSaved,
  hour: oneHour,
};

/**
 * The visual editor in a browser without a graphics card: opening, moving, typing, saving, and what it costs the server.
 * `--only=edits` measures one part: `open`, `large`, `layout`, `edits`, `runs`, `reuse` or `hour`.
 */
export async function editor({ only }: BenchOptions): Promise<Section> {
  const bed = await TestBed.open();
  const browser = await openChromium();
  try {
    const server = await bed.server('editor', { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' });
    const { body } = await server.call('GET', '/api/v1/workspaces');
    const workspaceId = (body as { data: { id: string }[] }).data[0]?.id ?? '';
    const stage = { bed, server, browser, context: await signedInBrowser(browser, server), workspaceId };
    const rows: Rows = [];
    for (const [name, part] of Object.entries(parts)) {
      if (!name.includes(only)) continue;
      const found = await part(stage);
      for (const row of found) process.stderr.write(`  ${row.join(' | ')}\n`);
      rows.push(...found);
    }
    return { title: 'Visual editor', columns: ['What', 'Measured', 'Budget'], rows, notes: [notes] };
  } finally {
    await browser.close();
    await bed.close();
  }
}

const notes =
  'Chromium without a graphics card; browser, server and database share the machine. Opening: an empty cache, from the navigation to the first blocks on the canvas, median of 3. Work: tasks of the main thread by the browser. Key to paint: from the key event to the task after the next frame. An edit is visible elsewhere: from the key that ends it, its pause of 350 ms included. Bytes of payloads in the ledger as text. Draft runs and runs of a version in turns, from the request to the call of their first block.';

async function coldOpens(stage: Stage): Promise<Rows> {
  const rows: Rows = [];
  for (const count of [100, 500, large, 2000]) rows.push(await coldOpen(stage, count));
  return rows;
}

async function coldOpen(stage: Stage, count: number): Promise<(string | number)[]> {
  const id = await grid(stage, count);
  const times: number[] = [];
  for (let opening = 0; opening < 3; opening += 1) {
    const { page } = await opened(stage, id);
    times.push(await firstBlocks(page));
    await page.context().close();
  }
  const budget = { 100: 0.8, 500: 1, 1000: 1.5, 2000: 2.5 }[count] ?? '';
  return [`open ${count} blocks, s`, round(median(times) / 1000, 2), budget];
}

async function largeDraft(stage: Stage): Promise<Rows> {
  const id = await grid(stage, large);
  const { page } = await opened(stage, id);
  const rows: Rows = [];
  const add = (what: string, { perSecond, p95Ms, workMs, longestMs }: Frames): void =>
    void rows.push([
      `${what}, 1,000 blocks: frames/s; p95, longest frame, work a frame, ms`,
      `${perSecond}; ${p95Ms}, ${longestMs}, ${workMs}`,
      '60; 17, , 10',
    ]);
  const middle = { x: 720, y: 480 };
  await page.mouse.move(middle.x, middle.y);
  const wheel = async (x: number, y: number): Promise<void> => {
    for (let step = 0; step < 60; step += 1) {
      await page.mouse.wheel(x, y);
      await page.waitForTimeout(16);
    }
  };
  add('pan', await framesDuring(page, () => wheel(40, 12)));
  await page.keyboard.press('0');
  await page.waitForTimeout(300);
  add('pan of the overview', await framesDuring(page, () => wheel(10, 4)));
  await page.keyboard.down('Control');
  add('zoom', await framesDuring(page, () => wheel(0, -20)));
  await page.keyboard.up('Control');
  // The address has the part of the plane that is shown: without it the first blocks are.
  await page.goto(addressOf(stage, id));
  await firstBlocks(page);
  await page.waitForTimeout(1000);
  add('drag', await framesDuring(page, () => drag(page)));
  add('box selection', await framesDuring(page, () => boxSelection(page)));
  rows.push(...(await typing(page)));
  await page.context().close();
  return rows;
}

async function drag(page: Page): Promise<void> {
  const box = await page.locator('[data-block]').nth(4).boundingBox();
  const from = { x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + 20 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let step = 1; step <= 60; step += 1) {
    await page.mouse.move(from.x + step * 2, from.y + step * 3);
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
}

async function boxSelection(page: Page): Promise<void> {
  await page.keyboard.down('Shift');
  await page.mouse.move(480, 820);
  await page.mouse.down();
  for (let step = 1; step <= 60; step += 1) {
    await page.mouse.move(480 + step * 8, 820 - step * 10);
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
  await page.keyboard.up('Shift');
}

const letters = 'abcdefghij'.repeat(4);

async function typing(page: Page): Promise<Rows> {
  await page.keyboard.press('Escape');
  await select(page, 'b3');
  const name = page.getByRole('region', { name: 'Block b3' }).getByLabel('Name');
  await name.click();
  const inField = await keysToPaint(page, () => page.keyboard.type(letters, { delay: 40 }));
  await page.keyboard.press('Escape');
  const code = page
    .getByRole('region', { name: /^Block / })
    .locator('.cm-content')
    .first();
  await code.click();
  const inCode = await keysToPaint(page, () => page.keyboard.type(letters, { delay: 40 }));
  const row = (what: string, values: readonly number[]): (string | number)[] => [
    `key to paint in ${what}, 1,000 blocks, p50; p95 ms`,
    `${round(median(values), 1)}; ${round(quantile(values, 0.95), 1)}`,
    'p95 50',
  ];
  return [row('a field', inField), row('code', inCode)];
}

/** One way of all blocks, and several beside each other with connections between them. */
async function layouts(stage: Stage): Promise<Rows> {
  const rows: Rows = [];
  for (const ways of [1, 5, 40]) rows.push(await laidOut(stage, ways));
  return rows;
}

async function laidOut(stage: Stage, ways: number): Promise<(string | number)[]> {
  const length = large / ways;
  const blocks = Array.from({ length: large }, (_, n): Block => ({
    ...block(`b${n}`, 'function', { code: `return ${n}` }),
    position: { x: (n % 40) * 300, y: Math.floor(n / 40) * 160 },
  }));
  const edge = (source: string, target: string): object => ({ id: `${source}>${target}`, source, target, sourceHandle: 'source' });
  const edges = blocks.flatMap(({ id }, n) => [
    edge(n % length === 0 ? 'start' : `b${n - 1}`, String(id)),
    ...(n >= length && n % 5 === 4 ? [edge(`b${n - length - 1}`, String(id))] : []),
  ]);
  const all = [{ ...block('start', 'start_trigger', {}), position: { x: -300, y: 0 } }, ...blocks];
  const state = { blocks: Object.fromEntries(all.map((each) => [each['id'], each])), edges, metadata: { name: `${ways} ways` } };
  const { page } = await opened(stage, await imported(stage, { version: '1.0', state }));
  await page.waitForTimeout(1000);
  const first = await layoutOn(page);
  await page.getByRole('button', { name: 'Undo: Lay out the workflow' }).click();
  await page.getByRole('button', { name: 'Redo: Lay out the workflow' }).waitFor();
  await page.waitForTimeout(3000);
  const again = await layoutOn(page);
  await page.context().close();
  return [
    `layout of 1,000 blocks in ${ways === 1 ? 'one way' : `${ways} ways`}, s; longest frame while the worker computes, then until it is drawn, ms: first on the page; again`,
    `${first}; ${again}`,
    '1.5; 50',
  ];
}

async function layoutOn(page: Page): Promise<string> {
  const begin = performance.now();
  const { all } = await framesDuring(page, async () => {
    await page.getByRole('button', { name: 'Lay out (l)' }).click();
    await page.getByRole('button', { name: 'Undo: Lay out the workflow' }).waitFor();
  });
  const seconds = round((performance.now() - begin) / 1000, 2);
  const answeredAt = (await page.evaluate('globalThis.answeredAt')) as number;
  const longest = (frames: typeof all): number => round(Math.max(0, ...frames.map(({ ms }) => ms)), 1);
  return `${seconds}, ${longest(all.filter(({ endMs }) => endMs <= answeredAt))}, ${longest(all.filter(({ endMs }) => endMs > answeredAt))}`;
}

async function edits(stage: Stage): Promise<Rows> {
  const id = await grid(stage, 100);
  const [one, two] = [(await opened(stage, id)).page, (await opened(stage, id)).page];
  await select(one, 'b3');
  const row = await rowOf(one, 'b3').getAttribute('data-row');
  const visible: number[] = [];
  for (let edit = 0; edit < 40; edit += 1) {
    const name = one.getByRole('region', { name: /^Block / }).getByLabel('Name');
    await name.fill(`name ${edit}`);
    const seen = two.evaluate(`new Promise((done) => {
      const look = () => [...document.querySelectorAll('[data-row="${row}"]')].some((row) => row.textContent.includes('name ${edit}')) ? done(performance.timeOrigin + performance.now()) : requestAnimationFrame(look);
      look();
    })`);
    await one.evaluate(
      "addEventListener('keydown', () => { globalThis.pressedAt = performance.timeOrigin + performance.now(); }, { once: true, capture: true })",
    );
    await name.press('Enter');
    const at = (await seen) as number;
    visible.push(at - ((await one.evaluate('globalThis.pressedAt')) as number));
  }
  const acknowledged = (await one.evaluate(
    "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/draft')).slice(1).map(({ duration }) => duration)",
  )) as number[];
  await Promise.all([one, two].map((page) => page.context().close()));
  return [
    ['edit acknowledged, p50; p99 ms', `${round(median(acknowledged))}; ${round(quantile(acknowledged, 0.99))}`, 'p50 30'],
    ['edit visible in another browser, p50; p99 ms', `${round(median(visible))}; ${round(quantile(visible, 0.99))}`, 'p99 500'],
    ...(await ledgerBytes(stage)),
  ];
}

const editsInAnHour = 1200;

/** What a page holds after as many edits as a person makes in an hour: one every three seconds. They are made as fast as they are saved. */
async function oneHour(stage: Stage): Promise<Rows> {
  const { page } = await opened(stage, await grid(stage, 100));
  const session = await page.context().newCDPSession(page);
  const heapMb = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    return ((await session.send('Runtime.getHeapUsage')).usedSize as number) / 1024 ** 2;
  };
  await select(page, 'b3');
  const before = await heapMb();
  for (let edit = 0; edit < editsInAnHour; edit += 1) {
    await page
      .getByRole('tree', { name: 'Outline' })
      .getByRole('treeitem')
      .nth(1 + (edit % 12))
      .click();
    const name = page.getByRole('region', { name: /^Block / }).getByLabel('Name');
    await name.fill(`name ${edit}`);
    await name.press('Enter');
    if (edit % 10 === 9) await page.keyboard.press('Escape');
  }
  await page
    .getByText(/^Saved \d/u)
    .first()
    .waitFor();
  const after = await heapMb();
  const nodes = (await page.evaluate("document.querySelectorAll('*').length")) as number;
  await page.context().close();
  return [[`heap before; after ${editsInAnHour} edits, MB; elements in the document`, `${round(before)}; ${round(after)}; ${nodes}`, '']];
}
