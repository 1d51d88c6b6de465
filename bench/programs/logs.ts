import { benchKey, TestBed, type Subject } from '../support/bed.js';
import { KeptConnection } from '../support/kept-connection.js';
import { makeHistory, makeWorkspaces, type MadeHistory } from '../support/made-history.js';
import type { BenchOptions } from '../support/options.js';
import type { Section } from '../support/report.js';
import { logFilters, type Query } from '../support/log-filters.js';
import type { HistoryWorkspace } from '../support/run-history.js';
import { median, quantile, round } from '../support/statistics.js';

const months = 12;
const requests = 200;
const warmUp = 10;

/** How long pages of the log take among millions of runs: by each filter, by pairs of them, and deep in the list. */
export async function logPages({ runs }: BenchOptions): Promise<Section> {
  const bed = await TestBed.open();
  try {
    const first = await bed.server('logs');
    const workspaces = await makeWorkspaces(first);
    await first.stop();
    const history = await makeHistory(workspaces, { databaseUrl: first.databaseUrl, runs, months, projections: ['execution-log'] });
    const server = await bed.server('logs', { DATABASE_URL: first.databaseUrl });
    return { ...(await measured(server, history)), title: `Pages of the log among ${runs} runs of ${months} months` };
  } finally {
    await bed.close();
  }
}

async function measured(server: Subject, { workspaces, figures }: MadeHistory): Promise<Omit<Section, 'title'>> {
  const connection = new KeptConnection(server.url, benchKey);
  const rows: (string | number)[][] = [];
  const [largest] = workspaces;
  const row = (name: string, { ms, entries }: Times): void => {
    rows.push([name, entries, round(median(ms), 1), round(quantile(ms, 0.99), 1)]);
    process.stderr.write(`  ${rows.at(-1)?.join(' | ')}\n`);
  };
  row('*for comparison: one workspace*', await timesOf(connection, () => `/api/v1/workspaces/${largest?.id}`));
  for (const [name, query] of await cases(server, workspaces)) row(name, await timesOf(connection, () => pathOf(query)));
  for (const order of ['desc', 'asc']) {
    let place: Query = {};
    const path = (): string => pathOf({ workspaceId: largest?.id ?? '', order, ...place });
    row(`page after page, ${order}`, await timesOf(connection, path, (cursor) => (place = cursor === null ? {} : { cursor })));
  }
  connection.close();
  return {
    columns: ['filter', 'entries', 'p50 ms', 'p99 ms'],
    rows,
    notes: [
      figures.map(([name, figure]) => `${name}: ${figure}`).join('; ') + '.',
      `Requests through the whole server in the workspace with the most runs, one client, ${requests} of each, pages of 100.`,
    ],
  };
}

async function cases(server: Subject, workspaces: readonly HistoryWorkspace[]): Promise<readonly (readonly [string, Query])[]> {
  const [largest, , , withoutErrors] = workspaces;
  if (largest === undefined || withoutErrors === undefined) throw new Error('There are too few workspaces');
  const { body } = await server.call('GET', pathOf({ workspaceId: largest.id, order: 'asc', search: 'orders' }));
  const known = (body as { data: { id: string }[] }).data[0]?.id ?? '';
  const all = Object.entries(logFilters(largest, known)).map(([name, query]) => [name, { workspaceId: largest.id, ...query }] as const);
  const asc = all.slice(0, 6).map(([name, query]) => [`${name}, oldest first`, { ...query, order: 'asc' }] as const);
  return [...all, ...asc, ['errors where there are none', { workspaceId: withoutErrors.id, level: 'error' }]];
}

function pathOf(query: Query): string {
  const fields = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `/api/v1/logs?${new URLSearchParams(Object.fromEntries(fields)).toString()}`;
}

interface Times {
  readonly ms: readonly number[];
  readonly entries: number;
}

/** From the request to the last byte of its answer. `onPage` is told how each page goes on. */
async function timesOf(connection: KeptConnection, path: () => string, onPage?: (cursor: string | null) => void): Promise<Times> {
  const ms: number[] = [];
  let entries = 0;
  for (let n = 0; n < requests + warmUp; n += 1) {
    const asked = path();
    const startedAt = performance.now();
    const { status, text } = await connection.get(asked);
    if (n >= warmUp) ms.push(performance.now() - startedAt);
    if (status !== 200) throw new Error(`${asked} answered ${status}: ${text}`);
    const page = JSON.parse(text) as { data: unknown[] | object; nextCursor?: string | null };
    entries = Array.isArray(page.data) ? page.data.length : 1;
    onPage?.(page.nextCursor ?? null);
  }
  return { ms, entries };
}
