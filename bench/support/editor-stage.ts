import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { TestBed, Subject } from './bed.js';
import { block, chain } from './workflows.js';

export type Rows = (string | number)[][];

export interface Stage {
  readonly bed: TestBed;
  readonly server: Subject & { readonly databaseUrl: string };
  readonly browser: Browser;
  readonly context: () => Promise<BrowserContext>;
  readonly workspaceId: string;
}

/** Opens a draft in a browser without anything of it, and waits for its blocks. */
export async function opened(stage: Stage, id: string): Promise<{ page: Page }> {
  const page = await (await stage.context()).newPage();
  await page.addInitScript(`(() => {
    const look = () => document.querySelectorAll('[data-block]').length > 5 ? (globalThis.firstBlocks = performance.now()) : requestAnimationFrame(look);
    requestAnimationFrame(look);
    globalThis.Worker = class extends Worker {
      constructor(address, options) {
        super(address, options);
        if (String(address).includes('layout')) this.addEventListener('message', () => (globalThis.answeredAt = performance.now()));
      }
    };
  })()`);
  await page.goto(addressOf(stage, id));
  await firstBlocks(page);
  return { page };
}

export function addressOf({ server, workspaceId }: Stage, id: string): string {
  return `${server.url}/workspace/${workspaceId}/w/${id}`;
}

/** When the first blocks were on the canvas, since the navigation. The content policy refuses `waitForFunction`, which uses `eval`. */
export async function firstBlocks(page: Page): Promise<number> {
  const at = await page.evaluate(`new Promise((done) => {
    const look = () => globalThis.firstBlocks === undefined ? requestAnimationFrame(look) : done(globalThis.firstBlocks);
    look();
  })`);
  return at as number;
}

/** Selects a block near the start: the outline has only the rows in sight. */
export async function select(page: Page, name: string): Promise<void> {
  await page.evaluate('document.querySelector(\'[role="tree"][aria-label="Outline"]\').parentElement.scrollTo({ top: 0 })');
  await rowOf(page, name).click();
}

/** An import gives blocks other ids. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('tree', { name: 'Outline' }).getByRole('treeitem', { name: new RegExp(`^${name}, `, 'u') });
}

/** A draft of a start and functions in rows of forty, one after the other. @returns its id */
export function grid(stage: Stage, count: number): Promise<string> {
  const blocks = Array.from({ length: count - 1 }, (_, n) => ({
    ...block(`b${n}`, 'function', { code: `return ${n}` }),
    position: { x: (n % 40) * 300, y: Math.floor(n / 40) * 160 },
  }));
  return imported(stage, chain(`${count} blocks`, [{ ...block('start', 'start_trigger', {}), position: { x: -300, y: 0 } }, ...blocks]));
}

export async function imported({ server, workspaceId }: Stage, workflow: unknown): Promise<string> {
  const { body, status } = await server.call('POST', '/api/v1/workflows/import', { workspaceId, workflow });
  if (status >= 300) throw new Error(`The import was refused: ${JSON.stringify(body)}`);
  return (body as { data: { id: string } }).data.id;
}

export async function accepted(server: Subject, method: string, path: string, body: unknown): Promise<void> {
  const { status, body: answer } = await server.call(method, path, body);
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(answer).slice(0, 500)}`);
}
