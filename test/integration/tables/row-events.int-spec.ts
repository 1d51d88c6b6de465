import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TableWorld, type WorldTable } from '../../support/tables/table-world.js';

let world: TableWorld;

beforeAll(async () => {
  world = await TableWorld.open();
});
afterAll(() => world.store.finish());

interface RowEvent {
  readonly watcher_id: string;
  readonly row_id: string;
  readonly kind: string;
  readonly execution_id: string | null;
  readonly call_chain: string[];
  readonly before: object | null;
  readonly after: object | null;
}

const columns = [
  { name: 'key', type: 'string', unique: true },
  { name: 'n', type: 'number', indexed: true },
] as const;

async function watched(...kinds: string[]): Promise<WorldTable> {
  const table = await world.create(columns);
  for (const kind of kinds) await watch(table, kind);
  return table;
}

async function watch({ id }: WorldTable, kind: string, columnIds: readonly string[] | null = null): Promise<string> {
  const text = 'insert into table_row_watch (table_id, watcher_id, kind, column_ids) values ($1, $2, $3, $4) returning watcher_id';
  const { rows } = await world.store.pool.query<{ watcher_id: string }>(text, [id, randomUUID(), kind, columnIds]);
  return rows[0]?.watcher_id ?? '';
}

async function eventsOf({ id }: WorldTable): Promise<RowEvent[]> {
  const { rows } = await world.store.pool.query<RowEvent>('select * from table_row_event where table_id = $1 order by seq', [id]);
  return rows;
}

/** The cells by the names of their columns. */
async function named(table: WorldTable, cells: object | null | undefined): Promise<object | null> {
  const { rows } = await world.store.pool.query<{ columns: { id: string; name: string }[] }>(
    'select columns from data_table where id = $1',
    [table.id],
  );
  const names = new Map(rows[0]?.columns.map(({ id, name }) => [id, name]));
  return cells === null || cells === undefined
    ? null
    : Object.fromEntries(Object.entries(cells).map(([id, cell]) => [names.get(id) ?? id, cell as unknown]));
}

const firstRow = async (table: WorldTable, data: { key: string; n: number }): Promise<string> =>
  (await table.insert({ data })).rows[0]?.id ?? '';

describe('a change of a row in a watched table', () => {
  it('is recorded with all cells of an inserted row, the run and its call chain', async () => {
    const table = await watched('insert');
    const rowId = await firstRow(table, { key: 'a', n: 1 });
    const [event] = await eventsOf(table);
    expect(event).toMatchObject({ row_id: rowId, kind: 'insert', execution_id: 'run', call_chain: ['a-workflow'], before: null });
    expect(await named(table, event?.after)).toEqual({ key: 'a', n: 1 });
  });

  it('is recorded with the former values of the changed cells of an updated row', async () => {
    const table = await watched('update');
    await table.update(await firstRow(table, { key: 'a', n: 1 }), { n: 2 });
    const [event] = await eventsOf(table);
    expect(event?.kind).toBe('update');
    expect([await named(table, event?.before), await named(table, event?.after)]).toEqual([{ n: 1 }, { key: 'a', n: 2 }]);
  });

  it('is recorded with all cells of a deleted row', async () => {
    const table = await watched('delete');
    await table.delete({ rowIds: [await firstRow(table, { key: 'a', n: 1 })] });
    const [event] = await eventsOf(table);
    expect(event).toMatchObject({ kind: 'delete', after: null });
    expect(await named(table, event?.before)).toEqual({ key: 'a', n: 1 });
  });

  it('is recorded once for each row of a batch', async () => {
    const table = await watched('insert', 'update', 'delete');
    await table.insert({ rows: Array.from({ length: 20 }, (_, n) => ({ key: `k${n}`, n })) });
    await table.updateMatching({ n: { $lt: 10 } }, { n: 50 });
    await table.delete({ filter: { n: 50 }, limit: 3 });
    const kinds = (await eventsOf(table)).map(({ kind }) => kind);
    expect(kinds).toEqual([...Array<string>(20).fill('insert'), ...Array<string>(10).fill('update'), ...Array<string>(3).fill('delete')]);
  });
});

it('A change is recorded once for each watcher, and for a watcher of columns only if one of them changes', async () => {
  const table = await world.create(columns);
  const { rows } = await world.store.pool.query<{ columns: { id: string; name: string }[] }>(
    'select columns from data_table where id = $1',
    [table.id],
  );
  const idOf = (wanted: string): string[] => rows[0]?.columns.filter(({ name }) => name === wanted).map(({ id }) => id) ?? [];
  const [any, ofN, ofKey] = [
    await watch(table, 'update'),
    await watch(table, 'update', idOf('n')),
    await watch(table, 'update', idOf('key')),
  ];
  const rowId = await firstRow(table, { key: 'a', n: 1 });
  await table.update(rowId, { n: 2 });
  await table.update(rowId, { key: 'b' });
  const of = (watcher: string) => eventsOf(table).then((all) => all.filter(({ watcher_id: id }) => id === watcher).length);
  expect([await of(any), await of(ofN), await of(ofKey)]).toEqual([2, 1, 1]);
});

describe('no event is recorded', () => {
  it('for a table without watchers', async () => {
    const table = await world.create(columns);
    await table.update(await firstRow(table, { key: 'a', n: 1 }), { n: 2 });
    expect(await eventsOf(table)).toEqual([]);
  });

  it('for a kind of change that no watcher asks for', async () => {
    const table = await watched('delete');
    await table.update(await firstRow(table, { key: 'a', n: 1 }), { n: 2 });
    expect(await eventsOf(table)).toEqual([]);
  });

  it('for an update that changes no cell', async () => {
    const table = await watched('update');
    await table.update(await firstRow(table, { key: 'a', n: 1 }), { n: 1 });
    expect(await eventsOf(table)).toEqual([]);
  });

  it('for a write that is refused', async () => {
    const table = await watched('insert');
    await firstRow(table, { key: 'a', n: 1 });
    await expect(table.insert({ rows: [{ key: 'b' }, { key: 'a' }] })).rejects.toThrow('Unique constraint violations');
    expect(await eventsOf(table)).toHaveLength(1);
  });

  it('for the repetition of an effect', async () => {
    const table = await watched('insert');
    for (let turn = 0; turn < 2; turn += 1) await table.insert({ data: { key: 'a' } }, `effect-${table.id}`);
    expect(await eventsOf(table)).toHaveLength(1);
  });
});

it('Sixteen concurrent writers of one row leave its events in the order of its changes', async () => {
  const table = await watched('update');
  const rowId = await firstRow(table, { key: 'a', n: 0 });
  await Promise.all(Array.from({ length: 16 }, (_, writer) => table.update(rowId, { n: writer + 1 })));
  const events = await eventsOf(table);
  expect(events).toHaveLength(16);
  const before = await Promise.all(events.map((event) => named(table, event.before)));
  const after = await Promise.all(events.map((event) => named(table, event.after)));
  expect(before.slice(1).map((cells) => (cells as { n: number }).n)).toEqual(after.slice(0, -1).map((cells) => (cells as { n: number }).n));
});
