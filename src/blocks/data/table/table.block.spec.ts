import { describe, expect, it } from '@jest/globals';
import { invalid, notFound } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { aBlock, aDocument, edges } from '../../../../test/support/engine/documents.js';
import { aRow, keptData } from '../../../../test/support/engine/kept-data.js';
import { runDocument, type RunOptions } from '../../../../test/support/engine/run-document.js';
import { tableBlock } from './table.block.js';

type Kept = Parameters<typeof keptData>[0];

async function use(fields: Readonly<Record<string, Json>>, options: RunOptions & { readonly answers?: Kept } = {}) {
  const { data, asked } = keptData(options.answers);
  const blocks = [
    aBlock('s', 'start_trigger', {}, { name: 'Start' }),
    aBlock('b', 'table', { tableId: 't1', ...fields }, { name: 'People' }),
  ];
  const run = await runDocument(aDocument(blocks, edges('s > b')), { data, ...options });
  const ended = run.events.at(-1)?.payload as { output?: Json; input?: Json; error?: string } | undefined;
  return { ...run, asked, ended };
}

const key = expect.stringMatching(/^[\w-]{43}$/);
const cells = { email: 'ada@example.org' };
const shown = { ...aRow };

describe('a table block', () => {
  it.each<[string, Readonly<Record<string, Json>>, readonly unknown[], object]>([
    [
      'query_rows',
      { filter: '{"age": {"$gt": <start.age>}}', sort: { age: 'desc' }, limit: '5', offset: 2 },
      ['queryRows', 't1', { filter: { age: { $gt: 36 } }, sort: { age: 'desc' }, limit: 5, offset: 2, includesTotal: true }],
      { rows: [shown], rowCount: 1, totalCount: 7, limit: 5, offset: 2 },
    ],
    ['insert_row', { data: '{"email": "<start.email>"}' }, ['insertRows', 't1', { data: cells }, key], { row: shown }],
    ['batch_insert_rows', { rows: [cells] }, ['insertRows', 't1', { rows: [cells] }, key], { rows: [shown], insertedCount: 1 }],
    [
      'upsert_row',
      { data: cells, conflictTarget: 'email' },
      ['upsertRow', 't1', { data: cells, conflictTarget: 'email' }, key],
      { row: shown, operation: 'update' },
    ],
    [
      'update_row',
      { rowId: '<start.row>', data: cells },
      ['updateRows', 't1', { filter: { id: 'row-1' }, data: cells, limit: 1 }, key],
      { row: shown, updatedCount: 1, updatedRowIds: ['row-1'] },
    ],
    [
      'update_rows_by_filter',
      { filter: '{"age": 1}', data: cells },
      ['updateRows', 't1', { filter: { age: 1 }, data: cells, limit: 1000 }, key],
      { updatedCount: 1, updatedRowIds: ['row-1'] },
    ],
    ['delete_row', { rowId: 'row-1' }, ['deleteRows', 't1', { rowIds: ['row-1'] }, key], { deletedCount: 1, deletedRowIds: ['row-1'] }],
    [
      'delete_rows_by_filter',
      { filter: { age: 1 }, limit: 3 },
      ['deleteRows', 't1', { filter: { age: 1 }, limit: 3 }, key],
      { deletedCount: 1, deletedRowIds: ['row-1'] },
    ],
    ['get_row', { rowId: 'row-1' }, ['queryRows', 't1', expect.objectContaining({ filter: { id: 'row-1' }, limit: 1 })], { row: shown }],
    [
      'get_schema',
      {},
      ['table', 't1'],
      { name: 'people', rowCount: 3, columns: [{ name: 'age', type: 'number', required: false, unique: true }] },
    ],
  ])('does %s', async (operation, fields, call, output) => {
    const input = { age: 36, email: 'ada@example.org', row: 'row-1' };
    const { asked, ended, effects } = await use({ operation, ...fields }, { input });
    expect(asked[0]).toEqual(call);
    expect(ended?.output).toMatchObject({ success: true, ...output });
    expect(effects).toEqual([{ kind: 'table', target: `${operation} t1` }]);
  });

  it('asks for all rows, a hundred of them, when nothing more is said', async () => {
    const { asked } = await use({ filter: '', sort: null });
    expect(asked).toEqual([['queryRows', 't1', { limit: 100, offset: 0, includesTotal: true }]]);
  });

  it.each(['manualTableId', 'tableSelector'])('finds its table in %s, where imported documents have it', async (field) => {
    const { asked } = await use({ tableId: '', [field]: 't2' });
    expect(asked[0]?.[1]).toBe('t2');
  });

  it('reads the rows of an editor only where the editor says so', async () => {
    const rules = [{ id: '1', logicalOperator: 'and', column: 'age', operator: 'gte', value: '<start.age>' }];
    const sortBuilder = [{ id: '1', column: 'age', direction: 'desc' }, { column: '' }];
    const fields = { filter: { age: 1 }, filterBuilder: rules, sortBuilder };
    const built = await use({ ...fields, builderMode: 'builder' }, { input: { age: 36 } });
    expect(built.asked[1]).toEqual([
      'queryRows',
      't1',
      expect.objectContaining({ filter: { $or: [{ $and: [{ age: { $gte: 36 } }] }] }, sort: { age: 'desc' } }),
    ]);
    const written = await use({ ...fields, builderMode: 'json' });
    expect(written.asked).toEqual([['queryRows', 't1', expect.objectContaining({ filter: { age: 1 } })]]);
  });

  it('shows in traces what was asked for', async () => {
    const { ended } = await use({ operation: 'insert_row', data: '{"email": "{{TOKEN}}"}' }, { secrets: { TOKEN: 'abcdef' } });
    expect(ended?.input).toEqual({ operation: 'insert_row', tableId: 't1', data: { email: '{{TOKEN}}' } });
  });

  it('makes the same change under the same key when it is tried again', async () => {
    let calls = 0;
    const insertRows = () => {
      calls += 1;
      if (calls === 1) throw notFound('Table');
      return { rows: [aRow] };
    };
    const { data, asked } = keptData({ insertRows });
    const retry = { enabled: true, maxTries: 2, waitBetweenTriesMs: 1 };
    const block = aBlock('b', 'table', { tableId: 't1', operation: 'insert_row', data: cells }, { retry });
    const { outcome } = await runDocument(aDocument([aBlock('s', 'start_trigger'), block], edges('s > b')), { data });
    expect(outcome.kind).toBe('completed');
    expect(asked[0]?.at(-1)).toBe(asked[1]?.at(-1));
    expect(asked).toHaveLength(2);
  });
});

describe('a table block fails', () => {
  it.each<[Readonly<Record<string, Json>>, string]>([
    [{ tableId: '<start.none>' }, 'tableId is missing'],
    [{ operation: 'drop_table' }, 'operation must be one of query_rows, get_row'],
    [{ operation: 'get_row' }, 'rowId is missing'],
    [{ operation: 'insert_row' }, 'data is missing'],
    [{ operation: 'insert_row', data: 'not json' }, 'data must be JSON'],
    [{ operation: 'insert_row', data: '[1]' }, 'data must be a JSON object'],
    [{ operation: 'batch_insert_rows', rows: '{}' }, 'rows must be a JSON list'],
    [{ limit: '0' }, 'limit must be a whole number from 1 to 1000'],
    [{ offset: '-1' }, 'offset must be a whole number of at least 0'],
    [{ filter: 'age > 3' }, 'filter must be JSON'],
  ])('before it touches anything: %j', async (fields, message) => {
    const { asked, effects, ended } = await use(fields);
    expect(ended?.error).toContain(message);
    expect([asked, effects]).toEqual([[], []]);
  });

  it('with the words of the refusal, what is wrong with each field included', async () => {
    const details = [
      { path: ['data'], message: 'Row data does not match schema', code: 'invalid' },
      { path: ['data', 'age'], message: 'age must be number, got string', code: 'invalid_type' },
    ];
    const insertRows = () => {
      throw invalid(details);
    };
    const { failures } = await use({ operation: 'insert_row', data: cells }, { answers: { insertRows } });
    expect(failures[0]).toMatchObject({ message: 'Row data does not match schema: age must be number, got string', status: 400 });
  });

  it.each([
    ['update_row', { updateRows: () => ({ updatedRowIds: [] }) }],
    ['delete_row', { deleteRows: () => ({ deletedRowIds: [] }) }],
    ['get_row', { queryRows: () => ({ rows: [], total: null, nextCursor: null }) }],
  ])('when %s finds no row', async (operation, answers) => {
    const { failures } = await use({ operation, rowId: 'row-9', data: cells }, { answers });
    expect(failures[0]).toMatchObject({ message: 'Row not found', status: 404 });
  });
});

describe('a table block that is deployed', () => {
  it('must name a table and an operation that there is', () => {
    const problems = tableBlock.check(aBlock('b', 'table', { operation: 'drop_table' }));
    expect(problems.map(({ field, code }) => [field, code])).toEqual([
      ['operation', 'unknown_operation'],
      ['tableId', 'required'],
    ]);
  });
});
