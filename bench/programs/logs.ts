import { TestBed, type Subject } from '../support/bed.js';
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
  const rows: (string | number)[][] = [];
  for (const [name, query] of await cases(server, workspaces)) {
    const times = await timesOf(server, () => Promise.resolve(query));
    rows.push([name, times.entries, round(median(times.ms), 1), round(quantile(times.ms, 0.99), 1)]);
    process.stderr.write(`  ${rows.at(-1)?.join(' | ')}\n`);
  }
  const [largest] = workspaces;
  for (const order of ['desc', 'asc']) {
    let cursor = '';
    const deep = await timesOf(
      server,
      async () => ({ workspaceId: largest?.id ?? '', order, cursor }),
      (next) => (cursor = next),
    );
    rows.push([`page after page, ${order}`, deep.entries, round(median(deep.ms), 1), round(quantile(deep.ms, 0.99), 1)]);
  }
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

/** `onPage` is told how each page goes on. */
async function timesOf(
  server: Subject,
  query: () => Promise<Query>,
  onPage?: (cursor: string) => void,
): Promise<{ readonly ms: number[]; readonly entries: number }> {
  const ms: number[] = [];
  let entries = 0;
  for (let n = 0; n < requests + warmUp; n += 1) {
    const path = pathOf(await query());
    const startedAt = performance.now();
    const { status, body } = await server.call('GET', path);
    if (n >= warmUp) ms.push(performance.now() - startedAt);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    const page = body as { data: unknown[]; nextCursor: string | null };
    entries = page.data.length;
    onPage?.(page.nextCursor ?? '');
  }
  return { ms, entries };
}
