import { choice, line, text } from '../../fields/kinds.js';
import { jsonList, jsonObject, operation, readList, wholeNumber } from '../../fields/strict.js';
import { Field } from '../../fields/field.js';
import { schemaOf } from '../../fields/field-set.js';
import type { FieldsSchema, ValueSchema } from '../../fields/schema.js';

const rule = schemaOf({
  column: text('The column that is compared, such as `price`.'),
  operator: text('How: `eq`, `ne`, `contains`, `gt` and so on. `isEmpty` and `isNotEmpty` take no value.'),
  value: text('With what the cell is compared. `in` and `nin` take several, with commas between them.'),
  logicalOperator: choice('How the condition is joined to the one before.', ['and', 'or']),
});
const direction = schemaOf({
  column: text('The column whose cells decide, such as `price`.'),
  direction: choice('`asc`: the smallest first. `desc`: the largest first.', ['asc', 'desc']),
});

const names = { 'x-names': 'table' };
const modes = ['builder', 'json'] as const;
const bulk = ['update_rows_by_filter', 'delete_rows_by_filter'];

const when = (...operations: readonly string[]): ValueSchema => ({ 'x-when': { operation: operations } });

/** The rows of an editor. */
function editorRows(description: string, items: FieldsSchema, mode: ValueSchema): Field<ReturnType<typeof readList>> {
  const rows = { type: ['array', 'string'], contentMediaType: 'application/json', items, 'x-holds': ['references', 'secrets'] };
  return new Field({ schema: { description, ...rows, 'x-when': mode }, read: readList });
}

export const tableFields = {
  operation: operation(
    'What is done with the table: `query_rows` finds rows, `upsert_row` changes a row or inserts it if there is none, `get_schema` reads the columns.',
    [
      'query_rows',
      'get_row',
      'insert_row',
      'batch_insert_rows',
      'upsert_row',
      'update_row',
      'update_rows_by_filter',
      'delete_row',
      'delete_rows_by_filter',
      'get_schema',
    ],
  ),
  tableId: line('The table whose rows are read or changed.', { title: 'Table', ...names })
    .also({
      manualTableId: text('The same, in documents of other editors.', names),
      tableSelector: text('The same, in documents of other editors.', names),
    })
    .required('must name a table')
    .needed(),
  rowId: line('Which row, such as `<querytable.rows.0.id>`.', when('get_row', 'update_row', 'delete_row')).needed(),
  data: jsonObject(
    'The cells, by the names of their columns: `{"customer": "<start.customer>", "price": 20}`.',
    when('insert_row', 'upsert_row', 'update_row', 'update_rows_by_filter'),
  ).needed(),
  rows: jsonList(
    'The rows, each with its cells by the names of their columns: `[{"customer": "Ada"}, {"customer": "Grace"}]`.',
    when('batch_insert_rows'),
  ).needed(),
  conflictTarget: line(
    'The unique column that tells whether the row is there, such as `email`. Needed if the table has several unique columns.',
    when('upsert_row'),
  ),
  filter: jsonObject(
    'Which rows, such as `{"status": "open", "price": {"$gt": 20}}`. Empty: all, which only a query may read.',
    when('query_rows', ...bulk),
  ),
  sort: jsonObject('The order of the rows, such as `{"price": "desc"}`.', when('query_rows')),
  limit: wholeNumber('How many rows at most. Empty: 100 of a query, 1,000 otherwise.', {
    minimum: 1,
    maximum: 1000,
    ...when('query_rows', ...bulk),
  }),
  offset: wholeNumber('How many rows are left out at the beginning: `100` for the second hundred.', {
    default: 0,
    minimum: 0,
    ...when('query_rows'),
  }),
  builderMode: choice('How filter and order are written: `builder` row by row below, `json` above.', modes, when('query_rows')),
  filterBuilder: editorRows('The conditions that a row has to meet.', rule, { operation: ['query_rows'], builderMode: ['builder'] }),
  sortBuilder: editorRows('The columns that decide the order, the first one first.', direction, {
    operation: ['query_rows'],
    builderMode: ['builder'],
  }),
  bulkFilterMode: choice('How the filter is written: `builder` row by row below, `json` above.', modes, when(...bulk)),
  bulkFilterBuilder: editorRows('The conditions that a row has to meet.', rule, { operation: bulk, bulkFilterMode: ['builder'] }),
};
