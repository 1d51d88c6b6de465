import { describe, expect, it } from '@jest/globals';
import type { WatchedTable } from '#modules/tables/index.js';
import { batchInput, rowInput } from './row-input.js';

const column = (id: string, name: string): WatchedTable['columns'][number] => ({
  id,
  name,
  type: 'string',
  required: false,
  unique: false,
  indexed: false,
});
const table = { id: 'table', name: 'Orders', columns: [column('c1', 'key'), column('c2', 'state')] };
const at = new Date('2026-11-23T12:00:00.000Z');
const updated = { rowId: 'r', kind: 'update', at, before: { c2: 'new' }, after: { c1: 'a', c2: 'paid' } } as const;

describe('the input of a run that a change of a row starts', () => {
  it('has the whole row before and after an update, by the present names of columns', () => {
    expect(rowInput(updated, table, { includeHeaders: true })).toEqual({
      row: { key: 'a', state: 'paid' },
      rawRow: { key: 'a', state: 'paid' },
      previousRow: { key: 'a', state: 'new' },
      changedColumns: ['state'],
      rowId: 'r',
      eventType: 'update',
      timestamp: '2026-11-23T12:00:00.000Z',
      headers: ['key', 'state'],
      tableId: 'table',
      tableName: 'Orders',
    });
  });

  it('leaves out cells of columns that the table no longer has', () => {
    const narrow = { ...table, columns: [column('c1', 'name')] };
    const { row, previousRow, changedColumns } = rowInput(updated, narrow, { includeHeaders: true });
    expect([row, previousRow, changedColumns]).toEqual([{ name: 'a' }, { name: 'a' }, []]);
  });

  it('has no row and no headers where the author does not want them', () => {
    expect(rowInput(updated, table, { includeHeaders: false })).toMatchObject({ row: null, headers: [], rawRow: { key: 'a' } });
  });

  it('lists changes that are delivered together', () => {
    const inserted = { rowId: 's', kind: 'insert', at, before: null, after: { c1: 'b' } } as const;
    const { rows, rowCount, tableName } = batchInput([inserted, updated], table, { includeHeaders: true });
    expect(rows).toMatchObject([{ rowId: 's', previousRow: null }, { rowId: 'r' }]);
    expect([rowCount, tableName]).toEqual([2, 'Orders']);
  });
});
