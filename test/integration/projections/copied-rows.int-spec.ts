import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writesStatement } from '#ledger/projections/apply-events.js';
import { copyRows } from '#ledger/projections/rebuild/copy-rows.js';
import { record } from '#ledger/rows/kept.js';
import { ReadModel, type Write } from '#ledger/rows/read-model.js';
import { rebuild } from '#ledger/projections/rebuild/rebuild.js';
import { counter, CounterOpened, CounterRaised, counterWiring, laterCounters } from '../../support/counter.js';
import { eventually } from '../../support/eventually.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const columns = {
  id: { type: 'integer' },
  code: { type: 'uuid', nullable: true },
  note: { type: 'text', nullable: true },
  tags: { type: 'text[]', nullable: true },
  small: { type: 'integer', nullable: true },
  large: { type: 'bigint', nullable: true },
  precise: { type: 'double precision', nullable: true },
  price: { type: 'numeric', nullable: true },
  isOpen: { type: 'boolean', nullable: true },
  at: { type: 'timestamptz', nullable: true },
  day: { type: 'date', nullable: true },
  raw: { type: 'json', nullable: true },
  parsed: { type: 'jsonb', nullable: true },
  vector: { type: 'real[]', nullable: true },
} as const;
type Row = { [K in keyof typeof columns]: unknown };

const copied = new ReadModel<Row, 'id'>({ table: 'copied', key: ['id'], kept: record('a table of the tests'), columns });
const table = (name: string): string =>
  `create table ${name} (${[...copied.columns.values()].map((column) => `${column.name} ${column.type}`).join(', ')}, primary key (id));`;
const counters = `create table later_counter (id uuid primary key, name text not null, last int);
  create table live_counter (id uuid primary key, name text not null, last int);`;

const texts = [
  '',
  ' ',
  '\\',
  '\\N',
  '\\.',
  'a\tb\nc\rd\\n',
  '"{}",null',
  'NULL',
  '\u0000x',
  '\ud800 alone',
  'pair 😀',
  '\b\f\v\u2028',
  '{"a":1}',
];
const values: readonly Partial<Row>[] = [
  {},
  ...texts.map((text) => ({ note: text, tags: [text, 'b', null], raw: { [text]: text }, parsed: { n: text, list: [text] } })),
  { tags: [], raw: null, parsed: [], vector: [] },
  { code: '0190f000-0000-7000-8000-000000000001', small: -7, large: 9007199254740991, precise: 1e-7, price: 0.000001, isOpen: true },
  { precise: 1e21, price: 1e21, isOpen: false, at: '2031-03-04T05:06:07.089Z', day: '2031-03-04', vector: [0.1, -2, 3e-8], raw: [1, 'x'] },
];
const writes: readonly Write[] = values.map((row, id) =>
  copied.put({ ...(Object.fromEntries(Object.keys(columns).map((name) => [name, null])) as unknown as Row), ...row, id }),
);

let store: TestStore;

beforeAll(async () => {
  store = await openTestStore(counterWiring, `${counters}${table('copied')}${table('stated')}`);
});
afterAll(() => store.finish());

const digest = async (name: string): Promise<unknown> => (await store.pool.query(`select t::text from ${name} t order by id`)).rows;

describe('rows that are copied', () => {
  it('are the same as those of a statement, whatever is in them', async () => {
    const client = await store.pool.connect();
    await copyRows(
      client,
      'copied',
      copied.columns,
      writes.map(({ row }) => row),
    );
    client.release();
    const { text, values: bound } = writesStatement([{ writes }], () => 'stated');
    await store.pool.query(text, [...bound]);
    expect(await digest('copied')).toEqual(await digest('stated'));
    expect(await digest('copied')).toHaveLength(values.length);
  });

  it('may be there already: then a rebuild makes of them what following the events made', async () => {
    store.projections.start();
    const events = Array.from({ length: 6 }, (_, n) => [CounterOpened({ name: `name ${n}` }), CounterRaised({ by: n })]).flat();
    await Promise.all(Array.from({ length: 20 }, () => store.store.append({ streams: [counter(events)] })));
    await eventually(async () => expect(await store.projections.upToDate('later-counters')).toBe(true));
    const followed = await digest('later_counter');
    await rebuild(laterCounters, { pool: store.pool, decode: (row) => store.store.recorded(row), batch: 3 });
    expect(await digest('later_counter')).toEqual(followed);
    expect(followed).toHaveLength(20);
  });
});
