import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { insertRows } from '#modules/tables/store/rows/insert-rows.js';
import { TestBed, type Subject } from '../support/bed.js';
import { usageOf } from '../support/processes.js';
import type { Section } from '../support/report.js';
import { quantile, round } from '../support/statistics.js';
import { block, chain, deploy } from '../support/workflows.js';

const turns = 15;
const insertsPerTurn = 400;
const events = 10_000;

interface Inserting {
  readonly tableId: string;
  readonly rewrite: boolean;
}

/** What watching costs an insertion of a row, and how long many changes take until their runs have ended. */
export async function rowEvents(): Promise<Section> {
  const bed = await TestBed.open();
  try {
    const server = await bed.server('row_events');
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    const workspaceId = await workspaceOf(server);
    const [plain, watched, source] = [
      await createTable(server, workspaceId, 'plain'),
      await createTable(server, workspaceId, 'watched'),
      await createTable(server, workspaceId, 'source'),
    ];
    // No trigger has this id, so that nothing reads the events while the insertions are measured.
    const watch = `insert into table_row_watch (watcher_id, table_id, kind) values ($1, $2, 'insert')`;
    await client.query(watch, [randomUUID(), watched]);
    const cases: Readonly<Record<string, Inserting>> = {
      'without the feature': { tableId: plain, rewrite: true },
      'without a watcher': { tableId: plain, rewrite: false },
      'with a watcher': { tableId: watched, rewrite: false },
    };
    const times: Record<string, number[]> = {};
    const used: Record<string, number[]> = {};
    for (let turn = 0; turn < turns; turn += 1) {
      for (const [name, inserting] of Object.entries(cases)) {
        const cpu = usageOf(bed.postgres.pid).cpuMs;
        const startedAt = performance.now();
        for (let n = 0; n < insertsPerTurn; n += 1) await insertOne(client, inserting, n);
        (times[name] ??= []).push(((performance.now() - startedAt) / insertsPerTurn) * 1000);
        (used[name] ??= []).push(((usageOf(bed.postgres.pid).cpuMs - cpu) / insertsPerTurn) * 1000);
      }
    }
    await client.query('delete from table_row_watch');
    await client.query('delete from table_row_event');
    const [first = ''] = Object.keys(cases);
    const median = (of: Record<string, number[]>, name: string): number => quantile(of[name] ?? [], 0.5);
    const rows: (string | number)[][] = Object.keys(cases).map((name) => [
      `insertion of a row ${name}: µs`,
      round(median(times, name)),
      round(median(times, name) / median(times, first), 2),
      round(median(used, name)),
      round(median(used, name) / median(used, first), 2),
    ]);
    rows.push(...(await toRuns(server, client, { workspaceId, tableId: source })));
    await client.end();
    return {
      title: 'Changes of table rows that start runs',
      columns: ['', 'time', 'ratio', 'CPU of PostgreSQL, µs', 'ratio'],
      rows,
      notes: [
        `Insertions are the statement of the server in transactions of one row, ${turns} turns of ${insertsPerTurn} each in turn, medians. Without the feature: the same statement without its part that records events.`,
        `${events} rows are inserted by requests of 1,000; each starts a run of two blocks in the same process. Times are from the first request on.`,
      ],
    };
  } finally {
    await bed.close();
  }
}

/** The statement of the server; `rewrite` takes out what records events. */
async function insertOne(client: pg.Client, { tableId, rewrite }: Inserting, n: number): Promise<void> {
  const bare = {
    query: (query: { name: string; text: string; values: unknown[] }) => {
      const text = query.text.replace(/\), events as \([\s\S]*?\n\s*\) select/, ') select');
      if (text === query.text) throw new Error('The statement has no part that records events');
      return client.query({ name: 'bare', text, values: query.values.slice(0, -1) });
    },
  };
  await client.query('begin');
  await insertRows(
    {
      client: (rewrite ? bare : client) as unknown as pg.PoolClient,
      table: { id: tableId, workspaceId: '', columns: [], version: 1 },
      author: { actorId: null, executionId: null, callChain: [] },
      at: new Date().toISOString(),
      mostRows: null,
      nextId: randomUUID,
    },
    [{ cells: { a: `text ${n}`, b: n }, path: [] }],
  );
  await client.query('commit');
}

async function toRuns(
  server: Subject,
  client: pg.Client,
  { workspaceId, tableId }: { readonly workspaceId: string; readonly tableId: string },
): Promise<(string | number)[][]> {
  const trigger = block('row', 'table_new_row', { tableSelector: tableId });
  await deploy(server, chain('Rows', [trigger, block('done', 'response', { dataMode: 'json', data: '{"id": "<row.rowId>"}' })]));
  const startedAt = performance.now();
  for (let n = 0; n < events; n += 1000) {
    const rows = Array.from({ length: 1000 }, (_each, index) => ({ name: `row ${n + index}` }));
    const { status, body } = await server.call('POST', `/api/v1/tables/${tableId}/rows`, { workspaceId, rows });
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  }
  const until = async (sql: string): Promise<number> => {
    while (((await client.query<{ n: number }>(`select count(*)::int as n from ${sql}`)).rows[0]?.n ?? 0) < events) await pause(100);
    return round((performance.now() - startedAt) / 1000, 1);
  };
  const stored = await until(`delivery where outcome = 'accepted'`);
  const ended = await until(`run_event where type = 'execution.completed'`);
  return [
    [`${events} inserted rows until all runs are queued: s`, stored, '', '', ''],
    [`the same until all runs have ended: s`, ended, '', '', ''],
  ];
}

async function workspaceOf(server: Subject): Promise<string> {
  return ((await server.call('GET', '/api/v1/workspaces')).body as { data: { id: string }[] }).data[0]?.id ?? '';
}

async function createTable(server: Subject, workspaceId: string, name: string): Promise<string> {
  const schema = { columns: [{ name: 'name', type: 'string' }] };
  const { body } = await server.call('POST', '/api/v1/tables', { workspaceId, name, schema });
  return (body as { data: { table: { id: string } } }).data.table.id;
}
