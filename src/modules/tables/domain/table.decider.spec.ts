import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel/decider.js';
import { given } from '../../../../test/support/decider-spec.js';
import type { Column } from './column.js';
import { table } from './table.decider.js';
import { TableArchived, TableColumnAdded, TableColumnChanged, TableColumnDeleted, TableCreated } from './table.events.js';

const at = '2031-01-02T03:04:05.000Z';
const workspaceId = '0197a5e0-0000-7000-8000-000000000001';
const column = (id: string, name: string, more: Partial<Column> = {}): Column => ({
  id,
  name,
  type: 'string',
  required: false,
  unique: false,
  indexed: false,
  ...more,
});
const [a, b] = [column('c1', 'a'), column('c2', 'b')];
const created = TableCreated({ workspaceId, name: 'people', description: null, columns: [a, b], at });
const text = (name: string) => ({ name, type: 'string' });

describe('a table', () => {
  it('assigns an id to each column when it is created', () => {
    const command = { type: 'create', workspaceId, name: 'people', description: null, columns: [text('a'), text('b')], at } as const;
    given(table, []).when(command).then([created]);
    given(table, [created]).when(command).refuses('CONFLICT');
  });

  it('is archived once', () => {
    given(table, [created])
      .when({ type: 'archive', at })
      .then([TableArchived({ name: 'people', at })]);
    given(table, [created, TableArchived({ name: 'people', at })])
      .when({ type: 'archive', at })
      .refuses('NOT_FOUND', 'Table not found');
    given(table, []).when({ type: 'archive', at }).refuses('NOT_FOUND');
  });
});

describe('a column', () => {
  it('is added where it is wanted, under an id that no other one ever had', () => {
    const added = column('c3', 'c', { type: 'number', required: true });
    const wish = { name: 'c', type: 'number', required: true, position: 0 };
    given(table, [created])
      .when({ type: 'add-column', column: wish, position: 0, at })
      .then([TableColumnAdded({ column: added, columns: [added, a, b], at })]);
    const history = [
      created,
      TableColumnAdded({ column: added, columns: [added, a, b], at }),
      TableColumnDeleted({ column: added, columns: [a, b], at }),
    ];
    given(table, history)
      .when({ type: 'add-column', column: text('c'), position: undefined, at })
      .then([TableColumnAdded({ column: column('c4', 'c'), columns: [a, b, column('c4', 'c')], at })]);
  });

  it('changes only fields that differ', () => {
    const change = (updates: object) => ({ type: 'change-column', name: 'b', updates, at }) as const;
    given(table, [created])
      .when(change({ name: 'B', type: 'string', unique: true }))
      .then([
        TableColumnChanged({ columnId: 'c2', changes: { name: 'B', unique: true }, columns: [a, column('c2', 'B', { unique: true })], at }),
      ]);
    given(table, [created])
      .when(change({ required: false }))
      .then([]);
    given(table, [created]).when(change({})).refuses('VALIDATION_FAILED', 'No updates specified');
    given(table, [created])
      .when(change({ name: 'A' }))
      .refuses('VALIDATION_FAILED', 'Column "A" already exists');
    given(table, [created])
      .when(change({ type: 'json', indexed: true }))
      .refuses('VALIDATION_FAILED', 'A column of type json cannot be indexed');
  });

  it('can be deleted unless it is the last one', () => {
    const deleted = TableColumnDeleted({ column: b, columns: [a], at });
    given(table, [created]).when({ type: 'delete-column', name: 'b', at }).then([deleted]);
    given(table, [created, deleted]).when({ type: 'delete-column', name: 'a', at }).refuses('VALIDATION_FAILED');
    given(table, [created, deleted]).when({ type: 'delete-column', name: 'b', at }).refuses('NOT_FOUND', 'Column "b" not found');
  });

  it('is one of at most fifty', () => {
    const columns = Array.from({ length: 50 }, (_, n) => column(`c${n + 1}`, `n${n}`));
    const full = TableCreated({ workspaceId, name: 'wide', description: null, columns, at });
    given(table, [full])
      .when({ type: 'add-column', column: text('more'), position: undefined, at })
      .refuses('VALIDATION_FAILED', 'A table has at most 50 columns');
    expect(fold(table, [full])).toMatchObject({ columnsEver: 50 });
  });
});
