import { spawn } from 'node:child_process';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { benchKey, freePort, TestBed, type Subject } from '../support/bed.js';
import { openChromium, signedInBrowser, signIn } from '../support/chromium.js';
import { KeptConnection } from '../support/kept-connection.js';
import { makeHistory, makeWorkspaces } from '../support/made-history.js';
import { threadFramesDuring } from '../support/main-thread.js';
import { driveOpenLoop } from '../support/open-loop.js';
import type { BenchOptions } from '../support/options.js';
import { usageOf } from '../support/processes.js';
import type { Section } from '../support/report.js';
import { median, quantile, round } from '../support/statistics.js';
import { deploy, loopOf, noOp } from '../support/workflows.js';

type Rows = (string | number)[][];

interface Stage {
  readonly bed: TestBed;
  readonly server: Subject;
  readonly browser: Awaited<ReturnType<typeof openChromium>>;
  readonly context: () => Promise<BrowserContext>;
  /** The workspace with the most runs. */
  readonly workspaceId: string;
  readonly seconds: number;
  readonly perSecond: number;
}

const months = 12;
/** They fill the cache of the browser, and make a server that was just started read histories as fast as it can. */
const warmUps = 4;
const tries = 5;
const signIns = 20;

const parts: Parts = {
  'first-row': firstRows,
  scroll: scrolling,
  interactions,
  trace: largeTrace,
  changes: following,
};

/** Without a browser beside them. */
const serverParts: Parts = { static: staticFiles, 'sign-in': signInCost, memory };

type Parts = Readonly<Record<string, (stage: Stage) => Promise<Rows>>>;

/**
 * The console in a browser without a graphics card: opening, scrolling, following changes, and what it costs the server.
 * `--only=scroll` measures one part, and `--runs=1000000` takes fewer runs than five million.
 */
export async function consoleFigures({ runs, seconds, perSecond, only }: BenchOptions): Promise<Section> {
  const bed = await TestBed.open();
  const browser = await openChromium();
  try {
    const first = await bed.server('console');
    const workspaces = await makeWorkspaces(first);
    await first.stop();
    await makeHistory(workspaces, { databaseUrl: first.databaseUrl, runs, months, projections: ['execution-log'] });
    const server = await bed.server('console', { DATABASE_URL: first.databaseUrl });
    const stage: Stage = {
      bed,
      server,
      browser,
      context: await signedInBrowser(browser, server),
      workspaceId: workspaces[0]?.id ?? '',
      seconds,
      perSecond,
    };
    const rows: Rows = [];
    const measure = async (all: Parts): Promise<void> => {
      for (const [name, part] of Object.entries(all)) {
        if (!name.includes(only)) continue;
        const found = await part(stage);
        for (const row of found) process.stderr.write(`  ${row.join(' | ')}\n`);
        rows.push(...found);
      }
    };
    await measure(parts);
    await browser.close();
    await measure(serverParts);
    return {
      title: `Console among ${runs} runs`,
      columns: ['What', 'Measured', 'Budget'],
      rows,
      notes: [notes],
    };
  } finally {
    await browser.close();
    await bed.close();
  }
}

const notes =
  'Chromium without a graphics card; browser, server and database share the machine. First row: from the navigation to the first row of the list, median of 5; cold with an empty cache, warm with the files of the first visit; a trace after four openings, as the server was just started. Work in a frame: tasks of the main thread, followed by the browser, which makes them longer. Interactions: the longest event of each, as the browser reports it in steps of 8 ms, and 16 ms for those that it does not report because they were shorter. Memory: idle, medians of three starts in turns.';

const runsPath = (workspaceId: string): string => `/workspace/${workspaceId}/logs`;

/** When something was in the document, in ms since the navigation. @throws after a minute */
async function whenThere(page: Page, selector: string): Promise<number> {
  const at = (await page.evaluate(`new Promise((done) => {
    const look = () => {
      if (document.querySelector(${JSON.stringify(selector)}) !== null) done(performance.now());
      else if (performance.now() > 60_000) done(document.body.innerText);
      else requestAnimationFrame(look);
    };
    look();
  })`)) as number | string;
  if (typeof at === 'string') throw new Error(`The page has no ${selector} but: ${at.slice(0, 500)}`);
  return at;
}

const firstRow = '[aria-label="Runs"] [role="row"] a';

async function firstRows({ context, server, workspaceId }: Stage): Promise<Rows> {
  const [cold, warm]: [number[], number[]] = [[], []];
  for (let opening = 0; opening < tries; opening += 1) {
    const own = await context();
    for (const times of [cold, warm]) {
      const page = await own.newPage();
      await page.goto(server.url + runsPath(workspaceId), { waitUntil: 'commit' });
      times.push(await whenThere(page, firstRow));
      await page.close();
    }
    await own.close();
  }
  return [
    ['first row of the list, cold, s', round(median(cold) / 1000, 2), 1],
    ['first row of the list, warm, s', round(median(warm) / 1000, 2), 0.3],
  ];
}

async function openRuns({ context, server, workspaceId }: Stage): Promise<Page> {
  const page = await (await context()).newPage();
  await page.goto(server.url + runsPath(workspaceId));
  await whenThere(page, firstRow);
  return page;
}

async function scrolling(stage: Stage): Promise<Rows> {
  const seconds = Math.min(stage.seconds, 30);
  const page = await openRuns(stage);
  const lists = listRequests(page);
  await page.mouse.move(700, 600);
  let most = 0;
  const frames = await threadFramesDuring(stage.browser, page, async () => {
    for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
      for (let turn = 0; turn < 30; turn += 1) {
        await page.mouse.wheel(0, 120);
        await page.waitForTimeout(16);
      }
      most = Math.max(most, (await page.evaluate("document.querySelectorAll('*').length")) as number);
    }
  });
  const shown = (await page.evaluate('document.querySelector(\'[aria-label="Runs"]\').parentElement.scrollTop / 32')) as number;
  const heap = await heapMb(page);
  await page.context().close();
  return [
    [
      `scrolling ${seconds} s: frames/s; work in a frame p50, p95, ms`,
      `${round(frames.perSecond)}; ${round(median(frames.workMs), 1)}, ${round(quantile(frames.workMs, 0.95), 1)}`,
      'p95 16',
    ],
    ['rows passed meanwhile', round(shown), ''],
    ['most elements in the document', most, 1500],
    ['heap after it, MB', round(heap), 150],
    ['requests for the list; most at the same time', `${lists.count}; ${lists.most}`, 'one at a time'],
  ];
}

/** Counts the requests for pages of the list. */
function listRequests(page: Page): { readonly count: number; readonly most: number } {
  const seen = { count: 0, most: 0, open: 0 };
  const isList = (url: string): boolean => new URL(url).pathname === '/api/v1/logs';
  page.on('request', (request) => {
    if (!isList(request.url())) return;
    seen.count += 1;
    seen.open += 1;
    seen.most = Math.max(seen.most, seen.open);
  });
  const end = (request: { url(): string }): void => {
    if (isList(request.url())) seen.open -= 1;
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return seen;
}

async function heapMb(page: Page): Promise<number> {
  const session = await measuring(page);
  await session.send('HeapProfiler.collectGarbage');
  return (await metricsOf(session)).heap / 1024 ** 2;
}

async function measuring(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return session;
}

async function metricsOf(session: CDPSession): Promise<{ readonly heap: number; readonly taskS: number; readonly processS: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? 0;
  return { heap: of('JSHeapUsedSize'), taskS: of('TaskDuration'), processS: of('ProcessTime') };
}

/** What people do in the list: select rows by keys and by clicks, open the palette, type, and filter. */
async function interactions(stage: Stage): Promise<Rows> {
  const page = await openRuns(stage);
  await page.evaluate(`(() => {
    globalThis.longest = new Map();
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries()) {
        if (interactionId > 0) globalThis.longest.set(interactionId, Math.max(globalThis.longest.get(interactionId) ?? 0, duration));
      }
    }).observe({ type: 'event', durationThreshold: 16 });
  })()`);
  let made = 0;
  const press = async (key: string, times = 1): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      await page.keyboard.press(key);
      await page.waitForTimeout(80);
      made += 1;
    }
  };
  await press('j', 20);
  await press('k', 10);
  for (let row = 2; row < 12; row += 1) {
    await page
      .locator('[aria-label="Runs"] [role="row"]')
      .nth(row)
      .click({ position: { x: 500, y: 12 } });
    await page.waitForTimeout(80);
    made += 1;
  }
  for (let time = 0; time < 3; time += 1) {
    await press('Control+k');
    for (const letter of 'workflow') await press(letter);
    await press('Escape');
  }
  const longest = (await page.evaluate('[...globalThis.longest.values()]')) as number[];
  const all = Array.from({ length: Math.max(made, longest.length) }, (_, index) => longest[index] ?? 16);
  await page.context().close();
  return [
    [
      `interaction to next paint, ${made} of them, p50; p95; longest ms`,
      `${median(all)}; ${quantile(all, 0.95)}; ${Math.max(...all)}`,
      'p95 100',
    ],
  ];
}

async function largeTrace(stage: Stage): Promise<Rows> {
  const [asked, twice] = [await traceOf(10_000, stage), await traceOf(20_000, stage)];
  const opening = (spans: number): string => `trace of ${spans} spans: from the navigation to its first rows, warm, ms`;
  return [
    [opening(10_000), asked.openMs, 500],
    [opening(20_000), twice.openMs, ''],
    ['scrolling the latter: frames/s; work in a frame p95, ms', twice.frames, 'p95 16'],
  ];
}

/** A loop has a span for each round, and one for the block in it. */
async function traceOf(spans: number, { context, server, browser }: Stage): Promise<{ openMs: number; frames: string }> {
  const { body } = await server.call('GET', '/api/v1/workspaces');
  const workspaces = (body as { data: { id: string }[] }).data;
  const workflowId = await deploy(server, loopOf(spans / 2, 'variables'));
  await server.call('POST', `/api/workflows/${workflowId}/execute`, { n: 1 });
  const executionId = await newestRun(server, workspaces[0]?.id ?? '', workflowId);
  const own = await context();
  const times: number[] = [];
  let frames = '';
  for (let opening = 1; opening <= warmUps + tries; opening += 1) {
    const page = await own.newPage();
    await page.goto(`${server.url}${runsPath(workspaces[0]?.id ?? '')}/${executionId}`, { waitUntil: 'commit' });
    const at = await whenThere(page, '[aria-label="Trace"] [role="treeitem"]');
    if (opening > warmUps) times.push(at);
    if (opening === warmUps + tries) {
      await page.mouse.move(500, 600);
      const { perSecond, workMs } = await threadFramesDuring(browser, page, async () => {
        for (let turn = 0; turn < 180; turn += 1) {
          await page.mouse.wheel(0, 240);
          await page.waitForTimeout(16);
        }
      });
      frames = `${round(perSecond)}; ${round(quantile(workMs, 0.95), 1)}`;
    }
    await page.close();
  }
  await own.close();
  return { openMs: round(median(times)), frames };
}

/** The run that a workflow made last, once the log has it. */
async function newestRun(server: Subject, workspaceId: string, workflowId: string): Promise<string> {
  for (;;) {
    const { body } = await server.call('GET', `/api/v1/logs?workspaceId=${workspaceId}&workflowIds=${workflowId}&limit=1`);
    const [run] = (body as { data: { executionId: string }[] }).data;
    if (run !== undefined) return run.executionId;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Runs begin and end at a fixed rate while their list is open: what following them takes of a core. */
async function following(stage: Stage): Promise<Rows> {
  const { server, perSecond } = stage;
  const seconds = Math.min(stage.seconds, 20);
  const { body } = await server.call('GET', '/api/v1/workspaces');
  const workspaceId = (body as { data: { id: string }[] }).data[0]?.id ?? '';
  const url = `${server.url}/api/workflows/${await deploy(server, noOp)}/execute`;
  const page = await openRuns({ ...stage, workspaceId });
  const rest = await shareOf(page, () => page.waitForTimeout(5000));
  const headers = { 'x-api-key': benchKey };
  let answered = 0;
  const busy = await shareOf(page, async () => {
    ({ answered } = await driveOpenLoop({ perSecond, seconds, next: () => ({ url, headers, body: '{"n":1}' }) }));
  });
  await page.context().close();
  return [
    [
      `following ${round(answered / seconds)} new runs a second: main thread; whole process of the page, % of a core`,
      `${round(busy.thread * 100, 1)}; ${round(busy.process * 100, 1)}`,
      10,
    ],
    ['the same page while nothing happens, % of a core', `${round(rest.thread * 100, 1)}; ${round(rest.process * 100, 1)}`, ''],
  ];
}

async function shareOf(page: Page, act: () => Promise<unknown>): Promise<{ readonly thread: number; readonly process: number }> {
  // The browser counts tasks from now on.
  const session = await measuring(page);
  const [before, begin] = [await metricsOf(session), performance.now()];
  await act();
  const [after, s] = [await metricsOf(session), (performance.now() - begin) / 1000];
  await session.detach();
  return { thread: (after.taskS - before.taskS) / s, process: (after.processS - before.processS) / s };
}

async function staticFiles({ server }: Stage): Promise<Rows> {
  const shell = await (await fetch(`${server.url}/login`, { headers: { accept: 'text/html' } })).text();
  const path = /\/assets\/[\w.-]+\.js/.exec(shell)?.[0];
  if (path === undefined) throw new Error('The page names no script');
  const { text } = await new KeptConnection(server.url, benchKey).get(path);
  const plain = await startPlainServer(text.length);
  const urls = { ours: server.url + path, plain: plain.url };
  const found: Record<keyof typeof urls, number[]> = { ours: [], plain: [] };
  for (let turn = 0; turn < fileTurns; turn += 1) {
    for (const which of ['ours', 'plain'] as const) found[which].push(...(await gettingTimes(urls[which])));
  }
  plain.stop();
  const shown = (ms: readonly number[]): string => `${round(median(ms), 2)}; ${round(quantile(ms, 0.99), 2)}`;
  return [
    ['static file, one client, p50; p99 ms', shown(found.ours), 'p99 2'],
    ['the same bytes from a server of Node that does nothing else', shown(found.plain), ''],
  ];
}

const fileTurns = 5;

async function gettingTimes(url: string): Promise<readonly number[]> {
  const connection = new KeptConnection(url, benchKey);
  const ms: number[] = [];
  for (let n = 0; n < 2200; n += 1) {
    const begin = performance.now();
    const { status } = await connection.get('');
    if (n >= 200) ms.push(performance.now() - begin);
    if (status !== 200) throw new Error(`${url} answered ${status}`);
  }
  connection.close();
  return ms;
}

async function startPlainServer(bytes: number): Promise<{ readonly url: string; readonly stop: () => void }> {
  const port = await freePort();
  const send = `(_, response) => response.setHeader('content-length', body.length).end(body)`;
  const script = `const body = Buffer.alloc(${bytes}, 97); require('node:http').createServer(${send}).listen(${port}, '127.0.0.1')`;
  const child = spawn(process.execPath, ['-e', script], { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 20));
  return { url, stop: () => child.kill() };
}

async function signInCost({ server }: Stage): Promise<Rows> {
  const ms: number[] = [];
  const before = usageOf(server.pid).cpuMs;
  for (let n = 0; n < signIns; n += 1) {
    const begin = performance.now();
    await signIn(server);
    ms.push(performance.now() - begin);
  }
  const cpu = (usageOf(server.pid).cpuMs - before) / signIns;
  return [['sign-in, p50; p95; processor time of the server, ms', `${round(median(ms))}; ${round(quantile(ms, 0.95))}; ${round(cpu)}`, '']];
}

async function memory({ bed }: Stage): Promise<Rows> {
  const databases = { on: await bed.database('withconsole'), off: await bed.database('withoutconsole') };
  const found: Record<'on' | 'off', number[]> = { on: [], off: [] };
  for (let start = 0; start < 3; start += 1) {
    for (const which of ['on', 'off'] as const) {
      const server = await bed.server(which, { DATABASE_URL: databases[which], SLUICE_CONSOLE: which });
      await new Promise((resolve) => setTimeout(resolve, 3000));
      found[which].push(usageOf(server.pid).memoryMb);
      await server.stop();
    }
  }
  const [on, off] = [median(found.on), median(found.off)];
  return [
    ['memory of the server with the console; without it; difference, MB', `${round(on)}; ${round(off)}; ${round(on - off, 1)}`, '8 more'],
  ];
}
