import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keyProblems } from '../../support/tables/key-problems.js';
import { TableWorld, type WorldTable } from '../../support/tables/table-world.js';
import { changeRows } from '#modules/tables/store/rows/change-rows.js';
import { lockRows } from '#modules/tables/store/rows/rows.js';
import { eventually } from '../../support/eventually.js';

let world: TableWorld;

beforeAll(async () => {
  world = await TableWorld.open();
});
afterAll(() => world.store.finish());

const writers = 16;
const everyWriter = Array.from({ length: writers }, (_, writer) => writer);
const keyed = [
  { name: 'key', type: 'string', unique: true },
  { name: 'n', type: 'number', indexed: true },
] as const;

async function outcomes(work: readonly Promise<unknown>[]): Promise<{ done: number; refusals: Set<string> }> {
  const settled = await Promise.allSettled(work);
  const refused = settled.filter((each) => each.status === 'rejected').map(({ reason }) => reason as Error);
  const codes = refused.map((error) => String((error as { details?: { code: string }[] }).details?.[0]?.code ?? error));
  return { done: settled.length - refused.length, refusals: new Set(codes) };
}

const problemsOf = (table: WorldTable) => keyProblems(world.store.pool, table.id);

describe('sixteen concurrent writers', () => {
  it('upsert one key into one row without conflicts', async () => {
    const table = await world.create(keyed);
    const operations = await Promise.all(
      everyWriter.map(async (writer) => {
        const own: string[] = [];
        for (let turn = 0; turn < 10; turn += 1) own.push((await table.upsert({ key: 'one', n: writer * 100 + turn })).operation);
        return own;
      }),
    );
    expect(operations.flat().filter((operation) => operation === 'insert')).toHaveLength(1);
    expect(operations.flat()).toHaveLength(writers * 10);
    expect(await table.rowCount()).toBe(1);
    const { rows } = await world.store.pool.query('select from table_row_change where table_id = $1', [table.id]);
    expect(rows).toHaveLength(writers * 10 - 1);
    expect(await problemsOf(table)).toEqual([]);
  });

  it('insert one value once', async () => {
    const table = await world.create(keyed);
    const { done, refusals } = await outcomes(everyWriter.map((n) => table.insert({ data: { key: n % 2 === 0 ? 'Same' : 'same', n } })));
    expect(done).toBe(1);
    expect(refusals).toEqual(new Set(['not_unique']));
    expect(await problemsOf(table)).toEqual([]);
  });

  it('keep the row count correct while rows are inserted and deleted', async () => {
    const table = await world.create(keyed);
    await Promise.all(
      everyWriter.map(async (writer) => {
        for (let turn = 0; turn < 6; turn += 1) {
          const { rows } = await table.insert({ rows: [0, 1, 2].map((n) => ({ key: `${writer}-${turn}-${n}`, n })) });
          await table.delete(turn % 2 === 0 ? { rowIds: rows.slice(1).map(({ id }) => id) } : { filter: { n: 2 }, limit: 2 });
        }
      }),
    );
    expect(await problemsOf(table)).toEqual([]);
    const { rows } = await world.store.pool.query('select distinct position from table_row where table_id = $1', [table.id]);
    expect(rows).toHaveLength(await table.rowCount());
  });

  it('swap the values of unique cells without a duplicate', async () => {
    const table = await world.create(keyed);
    const { rows } = await table.insert({ rows: ['a', 'b', 'c', 'd'].map((key) => ({ key })) });
    await outcomes(
      everyWriter.map(async (writer) => {
        const row = rows[writer % rows.length];
        for (const key of ['a', 'b', 'c', 'd', `own ${writer}`]) await table.update(row?.id ?? '', { key }).catch(refusalOnly);
      }),
    );
    expect(await problemsOf(table)).toEqual([]);
  });

  it('write while a column becomes unique, then indexed, then plain', async () => {
    const table = await world.create([{ name: 'key', type: 'string' }]);
    let isOver = false;
    const writing = everyWriter.slice(0, 6).map(async (writer) => {
      for (let n = 0; !isOver; n += 1) await table.insert({ data: { key: `${writer % 3} ${n}` } }).catch(refusalOnly);
    });
    const wishes = [{ indexed: true }, { unique: true }, { indexed: false, unique: false }, { unique: true }];
    for (const updates of wishes) {
      await table.change({ type: 'change-column', name: 'key', updates }).catch(refusalOnly);
      expect(await problemsAtRest(table)).toEqual([]);
    }
    isOver = true;
    await Promise.all(writing);
    expect(await problemsOf(table)).toEqual([]);
  });
});

describe('an upsert that waits for the row with its key', () => {
  it('inserts a row when that row has another key afterwards', async () => {
    const table = await world.create(keyed);
    const { rows } = await table.insert({ data: { key: 'a', n: 1 } });
    let upserting: ReturnType<WorldTable['upsert']> | undefined;
    await table.write(async (session) => {
      const [row] = await lockRows(session, [rows[0]?.id ?? '']);
      const key = session.table.columns.find(({ name }) => name === 'key')?.id;
      if (row === undefined || key === undefined) throw new Error('The row and its key are there');
      const changed = await changeRows(session, [{ row, cells: { ...row.data, [key]: 'b' }, path: [] }]);
      upserting = table.upsert({ key: 'a', n: 2 });
      await eventually(isWaitingForRow);
      return changed;
    });
    expect((await upserting)?.operation).toBe('insert');
    expect((await table.query()).rows.map(({ data }) => data)).toEqual([
      { key: 'b', n: 1 },
      { key: 'a', n: 2 },
    ]);
    expect(await problemsOf(table)).toEqual([]);
  });
});

async function isWaitingForRow(): Promise<void> {
  const { rows } = await world.store.pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%from table_key k join%'`,
  );
  if (rows.length === 0) throw new Error('The upsert does not wait yet');
}

/** A DomainError is an expected result; any other error fails the test. */
function refusalOnly(error: unknown): void {
  if ((error as { kind?: unknown }).kind === undefined) throw error;
}

/** Reads in one snapshot, because others are writing. */
async function problemsAtRest(table: WorldTable): Promise<readonly string[]> {
  const client = await world.store.pool.connect();
  try {
    await client.query('begin isolation level repeatable read');
    return await keyProblems(client as never, table.id);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('an effect key', () => {
  it('applies the same work once, even with concurrent repetitions', async () => {
    const table = await world.create(keyed);
    const results = await Promise.all(everyWriter.map((n) => table.insert({ data: { key: 'k', n } }, 'run-1:block-1')));
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(await table.rowCount()).toBe(1);
    const again = await table.insert({ data: { key: 'k', n: 0 } }, 'run-1:block-1');
    expect(again).toEqual(results[0]);
    await table.insert({ data: { key: 'other', n: 1 } }, 'run-1:block-2');
    expect(await table.rowCount()).toBe(2);
  });

  it('returns the stored result of updates, upserts and deletions', async () => {
    const table = await world.create(keyed);
    await table.insert({
      rows: [
        { key: 'a', n: 1 },
        { key: 'b', n: 1 },
      ],
    });
    const updated = await table.updateMatching({ n: 1 }, { n: 2 }, 'u');
    expect(updated.updatedRowIds).toHaveLength(2);
    expect(await table.updateMatching({ n: 1 }, { n: 2 }, 'u')).toEqual(updated);
    const upserted = await table.upsert({ key: 'c' }, 'key', 'v');
    expect(upserted.operation).toBe('insert');
    expect(await table.upsert({ key: 'c' }, 'key', 'v')).toEqual(upserted);
    const deleted = await table.delete({ filter: { key: 'a' }, limit: 1 }, 'w');
    expect(await table.delete({ filter: { key: 'a' }, limit: 1 }, 'w')).toEqual(deleted);
    expect(await table.rowCount()).toBe(2);
  });

  it('is free again when the work was rejected', async () => {
    const table = await world.create(keyed);
    await table.insert({ data: { key: 'taken' } });
    await expect(table.insert({ data: { key: 'taken' } }, 'x')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await table.insert({ data: { key: 'free' } }, 'x');
    expect(await table.rowCount()).toBe(2);
  });
});
