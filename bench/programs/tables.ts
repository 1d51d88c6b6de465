import { Readable } from 'node:stream';
import pg from 'pg';
import { benchKey, TestBed, type Subject } from '../support/bed.js';
import { usageOf } from '../support/processes.js';
import type { Section } from '../support/report.js';
import { quantile, round } from '../support/statistics.js';

const rowCount = Number(process.argv.find((argument) => argument.startsWith('--table-rows='))?.split('=')[1] ?? 1_000_000);
const groups = Math.max(1, Math.round(rowCount / 500));
const calls = 500;

interface Place {
  readonly server: Subject;
  readonly workspaceId: string;
  readonly path: string;
}

/** What single calls to a large table cost, over HTTP, and how fast a file becomes rows. */
export async function tables(): Promise<Section> {
  const bed = await TestBed.open();
  try {
    const server = await bed.server('tables');
    const place = await createTable(server);
    const startedAt = performance.now();
    await fill(place);
    const rowsPerSecond = rowCount / ((performance.now() - startedAt) / 1000);
    await settle(server.databaseUrl);
    const preparedIn = Math.round((performance.now() - startedAt) / 1000);
    const ids = await someIds(place);
    const rows: (string | number)[][] = [['import of a CSV file, rows/s', round(rowsPerSecond), '', '', '', '']];
    for (const [name, call] of Object.entries(kindsOf(place, ids))) {
      for (const clients of [1, 8]) {
        await measure(call, clients, 50);
        const before = [usageOf(server.pid).cpuMs, usageOf(bed.postgres.pid).cpuMs];
        const times = await measure(call, clients, calls);
        const after = [usageOf(server.pid).cpuMs, usageOf(bed.postgres.pid).cpuMs];
        rows.push([
          `${name}, ${clients} at once`,
          round(quantile(times, 0.5), 1),
          round(quantile(times, 0.99), 1),
          round(Math.max(...times), 1),
          ...after.map((cpuMs, index) => round((cpuMs - (before[index] ?? 0)) / calls, 2)),
        ]);
      }
    }
    return {
      title: `Tables of ${rowCount} rows`,
      columns: ['', 'p50 ms', 'p99 ms', 'worst ms', 'CPU of node, ms', 'of PostgreSQL, ms'],
      rows,
      notes: [
        `${calls} calls of each kind over HTTP. One unique text, two indexed columns, ${Math.round(rowCount / groups)} rows to a group; pages of 100.`,
        `Clients keep their connections; a call is over when its answer is read and parsed. Filled and settled in ${preparedIn} s; \`--table-rows=\` says how many rows.`,
      ],
    };
  } finally {
    await bed.close();
  }
}

type Call = (n: number) => Promise<{ status: number; body: unknown }>;

function kindsOf({ server, path, workspaceId }: Place, ids: readonly string[]): Readonly<Record<string, Call>> {
  const random = (below: number): number => Math.floor(Math.random() * below);
  const page = (query: Record<string, string>): ReturnType<Call> =>
    server.call('GET', `${path}/rows?${new URLSearchParams({ workspaceId, limit: '100', ...query }).toString()}`);
  const group = (): string => JSON.stringify({ grp: `g${random(groups)}` });
  return {
    'an empty answer': () => server.call('GET', '/health/live'),
    'get a row': (n) => server.call('GET', `${path}/rows/${ids[n % ids.length]}?workspaceId=${workspaceId}`),
    'upsert a row that is there': () =>
      server.call('POST', `${path}/rows/upsert`, {
        workspaceId,
        data: { email: `e${random(rowCount)}@example.org`, score: random(1e6), grp: 'g1' },
      }),
    'upsert a new row': () =>
      server.call('POST', `${path}/rows/upsert`, {
        workspaceId,
        data: { email: `${crypto.randomUUID()}@example.org`, score: random(1e6), grp: 'g2' },
      }),
    'change a cell': (n) => server.call('PATCH', `${path}/rows/${ids[n % ids.length]}`, { workspaceId, data: { note: `n${n}` } }),
    'page of a group, with its total': () => page({ filter: group() }),
    'page of a group, without': () => page({ filter: group(), includeTotal: 'false' }),
    'page of a range, sorted, without': () =>
      page({ filter: JSON.stringify({ score: { $gte: random(1e6) } }), sort: '{"score":"asc"}', includeTotal: 'false' }),
    'first page of all, sorted, with total': () => page({ sort: '{"score":"desc"}' }),
  };
}

/** @returns milliseconds of each call */
async function measure(call: Call, clients: number, count: number): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < count) {
      const n = next;
      next += 1;
      const startedAt = performance.now();
      const { status, body } = await call(n);
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times;
}

async function createTable(server: Subject): Promise<Place> {
  const list = (await server.call('GET', '/api/v1/workspaces')).body as { data: { id: string }[] };
  const workspaceId = list.data[0]?.id ?? '';
  const columns = [
    { name: 'email', type: 'string', required: true, unique: true },
    { name: 'score', type: 'number', indexed: true },
    { name: 'grp', type: 'string', indexed: true },
    { name: 'note', type: 'string' },
  ];
  const created = (await server.call('POST', '/api/v1/tables', { workspaceId, name: 'bench', schema: { columns } })).body;
  const { id } = (created as { data: { table: { id: string } } }).data.table;
  return { server, workspaceId, path: `/api/v1/tables/${id}` };
}

async function fill({ server, workspaceId, path }: Place): Promise<void> {
  const response = await fetch(`${server.url}${path}/import?workspaceId=${workspaceId}`, {
    method: 'POST',
    headers: { 'x-api-key': benchKey, 'content-type': 'text/csv' },
    body: Readable.toWeb(Readable.from(lines())) as ReadableStream,
    duplex: 'half',
  });
  const { data } = (await response.json()) as { data: { insertedCount: number } };
  if (data?.insertedCount !== rowCount) throw new Error(`Not all rows were imported: ${JSON.stringify(data)}`);
}

function* lines(): Generator<Buffer> {
  let text = 'email,score,grp,note\n';
  for (let n = 0; n < rowCount; n += 1) {
    text += `e${n}@example.org,${(n * 7919) % 1_000_000},g${n % groups},note ${n}\n`;
    if (text.length < 65_536) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

/** What the database does by itself in quiet minutes. */
async function settle(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('vacuum analyze table_row');
  await client.query('vacuum analyze table_key');
  await client.query('checkpoint');
  await client.end();
}

async function someIds({ server, workspaceId, path }: Place): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const offset = Math.floor((turn * rowCount) / 20);
    const query = new URLSearchParams({ workspaceId, limit: '50', offset: String(offset), includeTotal: 'false' });
    const { body } = await server.call('GET', `${path}/rows?${query.toString()}`);
    ids.push(...(body as { data: { rows: { id: string }[] } }).data.rows.map(({ id }) => id));
  }
  return ids;
}
