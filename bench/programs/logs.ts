import { benchKey, TestBed, type Subject } from '../support/bed.js';
import { makeHistory, makeWorkspaces } from '../support/made-history.js';
import type { BenchOptions } from '../support/options.js';
import { readPages, type PagePath } from '../support/page-reader.js';
import type { Section } from '../support/report.js';
import { logFilters, type Query } from '../support/log-filters.js';
import type { HistoryWorkspace } from '../support/run-history.js';
import { median, quantile, round } from '../support/statistics.js';

const months = 12;
const requests = 400;
const slowRounds = 5;

/** How many filters a server is asked for: as many as it keeps plans of, and no more than anybody uses. */
const casesOfServer = 15;

type Row = readonly (string | number)[];
type Case = readonly [name: string, path: PagePath];

/** How long pages of the log take among millions of runs: by each filter, by pairs of them, and deep in the list. */
export async function logPages({ runs }: BenchOptions): Promise<Section> {
  const bed = await TestBed.open();
  try {
    const first = await bed.server('logs');
    const workspaces = await makeWorkspaces(first);
    await first.stop();
    const { databaseUrl } = first;
    const { figures } = await makeHistory(workspaces, { databaseUrl, runs, months, projections: ['execution-log'] });
    const rows: Row[] = [];
    const all = await cases(await bed.server('logs', { DATABASE_URL: databaseUrl }), workspaces);
    for (let from = 0; from < all.length; from += casesOfServer) {
      const server = await bed.server('logs', { DATABASE_URL: databaseUrl });
      rows.push(...(await measured(server, workspaces, all.slice(from, from + casesOfServer))));
      await server.stop();
    }
    return {
      title: `Pages of the log among ${runs} runs of ${months} months`,
      columns: ['filter', 'entries', 'p50 ms', 'p99 ms'],
      rows,
      notes: [
        figures.map(([name, figure]) => `${name}: ${figure}`).join('; ') + '.',
        `Requests through the whole server in the workspace with the most runs, one client, ${requests} of each, pages of 100. ` +
          `A new server for each ${casesOfServer} filters: a process keeps the plans of some thirty (\`docs/adr/0062\`).`,
      ],
    };
  } finally {
    await bed.close();
  }
}

async function measured(server: Subject, [largest]: readonly HistoryWorkspace[], asked: readonly Case[]): Promise<readonly Row[]> {
  const trivial: Case = ['*for comparison: one workspace*', { path: `/api/v1/workspaces/${largest?.id}` }];
  // A process that has just started is slower.
  const inTurn = [...Array.from({ length: slowRounds }, () => trivial), trivial, ...asked];
  const rows: Row[] = [];
  const reading = { url: server.url, apiKey: benchKey, requests, paths: inTurn.map(([, path]) => path) };
  await readPages(reading, ({ ms, entries }, index) => {
    if (index < slowRounds) return;
    rows.push([inTurn[index]?.[0] ?? '', entries, round(median(ms), 1), round(quantile(ms, 0.99), 1)]);
    process.stderr.write(`  ${rows.at(-1)?.join(' | ')}\n`);
  });
  return rows;
}

async function cases(server: Subject, workspaces: readonly HistoryWorkspace[]): Promise<readonly Case[]> {
  const [largest, , , withoutErrors] = workspaces;
  if (largest === undefined || withoutErrors === undefined) throw new Error('There are too few workspaces');
  const workspaceId = largest.id;
  const { body } = await server.call('GET', pathOf({ workspaceId, order: 'asc', search: 'orders' }));
  await server.stop();
  const known = (body as { data: { id: string }[] }).data[0]?.id ?? '';
  const all = Object.entries(logFilters(largest, known)).map(([name, query]) => [name, { workspaceId, ...query }] as const);
  const asc = all.slice(0, 6).map(([name, query]) => [`${name}, oldest first`, { ...query, order: 'asc' }] as const);
  const firsts = [...all, ...asc, ['errors where there are none', { workspaceId: withoutErrors.id, level: 'error' }] as const];
  return [
    ...firsts.map(([name, query]): Case => [name, { path: pathOf(query) }]),
    ...['desc', 'asc'].map((order): Case => [`page after page, ${order}`, { path: pathOf({ workspaceId, order }), onward: true }]),
  ];
}

function pathOf(query: Query): string {
  const fields = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `/api/v1/logs?${new URLSearchParams(Object.fromEntries(fields)).toString()}`;
}
