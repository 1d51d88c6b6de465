import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { settings } from './kept.js';
import { ReadModel } from './read-model.js';
import { notNull, select, selectOne, selectSql } from './select.js';

interface ParcelRow {
  readonly id: string;
  readonly sentTo: string | null;
  readonly sentAt: string | null;
}

const parcel = new ReadModel<ParcelRow, 'id'>({
  table: 'parcel',
  key: ['id'],
  kept: settings('one for each parcel'),
  columns: { id: { type: 'uuid' }, sentTo: { type: 'text', nullable: true }, sentAt: { type: 'timestamptz', nullable: true } },
});

let statements: { readonly text: string; readonly values: unknown[] }[];
let rows: object[];
const query = (statement: (typeof statements)[number]) => {
  statements.push(statement);
  return Promise.resolve({ rows });
};
const pool = { query } as unknown as Pool;
const all = `select "id" as "id","sent_to" as "sentTo","sent_at" as "sentAt" from "parcel"`;

beforeEach(() => {
  statements = [];
  rows = [];
});

describe('select', () => {
  it.each([
    ['no condition', {}, '', []],
    ['equality', { where: { id: 'a', sentTo: 'b' } }, 'where "id" = $1 and "sent_to" = $2', ['a', 'b']],
    ['null', { where: { sentTo: null, sentAt: notNull } }, 'where "sent_to" is null and "sent_at" is not null', []],
    ['a list', { where: { id: { in: ['a', 'b'] } } }, 'where "id" = any($1)', [['a', 'b']]],
    [
      'a place in an order',
      { where: { sentTo: 'b' }, after: { sentAt: 't', id: 'a' }, order: { sentAt: 'asc', id: 'desc' }, limit: 3 },
      'where "sent_to" = $1 and ("sent_at","id") > ($2,$3) order by "sent_at" asc,"id" desc limit $4',
      ['b', 't', 'a', 3],
    ],
  ] as const)('builds the statement for %s', async (_, selection, clauses, values) => {
    await select(pool, parcel, selection);
    expect(statements.map(({ text, values: given }) => [text.trim().replaceAll(/ +/g, ' '), given])).toEqual([
      [`${all} ${clauses}`.trim(), values],
    ]);
  });

  it('reads the given properties in the order of the read model', async () => {
    await select(pool, parcel, { properties: ['sentAt', 'id'] });
    expect(statements[0]?.text.trim()).toBe('select "id" as "id","sent_at" as "sentAt" from "parcel"');
  });

  it('returns times as ISO 8601 texts', async () => {
    rows = [
      { id: 'a', sentTo: null, sentAt: new Date(1) },
      { id: 'b', sentTo: 'c', sentAt: null },
    ];
    expect(await select(pool, parcel, {})).toEqual([
      { id: 'a', sentTo: null, sentAt: '1970-01-01T00:00:00.001Z' },
      { id: 'b', sentTo: 'c', sentAt: null },
    ]);
  });

  it('refuses a condition without a value, and a column that the read model does not have', () => {
    expect(() => select(pool, parcel, { where: { id: undefined } as never })).toThrow('The condition on "id" has no value');
    expect(() => select(pool, parcel, { where: { weight: 1 } as never })).toThrow('parcel has no column for weight');
  });
});

it('selectOne returns the first row or undefined', async () => {
  expect(await selectOne(pool, parcel, { id: 'a' })).toBeUndefined();
  rows = [{ id: 'a', sentTo: null, sentAt: null }];
  expect(await selectOne(pool, parcel, { id: 'a' })).toEqual(rows[0]);
  expect(statements[0]).toEqual({ text: `${all} where "id" = $1  limit $2`, values: ['a', 1] });
});

it('selectSql takes the clauses as SQL', async () => {
  await selectSql(pool, parcel, { clauses: 'where sent_to like $1', values: ['b%'] });
  expect(statements).toEqual([{ text: `${all} where sent_to like $1`, values: ['b%'] }]);
});
