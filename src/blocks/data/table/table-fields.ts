import { choice, line, text } from '../../fields/kinds.js';
import { jsonList, jsonObject, operation, readList, wholeNumber } from '../../fields/strict.js';
import { Field } from '../../fields/field.js';
import { schemaOf } from '../../fields/field-set.js';
import type { FieldsSchema, ValueSchema } from '../../fields/schema.js';

const rule = schemaOf({
  column: text('Name of a column.'),
  operator: text('`eq`, `ne`, `contains`, `gt` and so on; `isEmpty` and `isNotEmpty` take no value.'),
  value: text('What the cell is compared with; several of `in` and `nin` with commas.'),
  logicalOperator: choice('How it is joined to the row before.', ['and', 'or']),
});
const direction = schemaOf({ column: text('Name of a column.'), direction: choice('Which way.', ['asc', 'desc']) });

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
  operation: operation([
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
  ]),
  tableId: line('Id of the table.', names)
    .also({
      manualTableId: text('The same, as other editors call it when it is typed.', names),
      tableSelector: text('The same, as other editors call it when it is chosen.', names),
    })
    .required('must name a table')
    .needed(),
  rowId: line('Id of the row.', when('get_row', 'update_row', 'delete_row')).needed(),
  data: jsonObject(
    'Cells by the names of their columns.',
    when('insert_row', 'upsert_row', 'update_row', 'update_rows_by_filter'),
  ).needed(),
  rows: jsonList('List of rows, each with its cells by the names of their columns.', when('batch_insert_rows')).needed(),
  conflictTarget: line(
    'The unique column that tells whether the row is there already; needed where there are several.',
    when('upsert_row'),
  ),
  filter: jsonObject('Which rows. None is all of them, which only a query may ask for.', when('query_rows', ...bulk)),
  sort: jsonObject('`asc` or `desc` by the names of columns, the first one first.', when('query_rows')),
  limit: wholeNumber('Most rows.', { minimum: 1, maximum: 1000, ...when('query_rows', ...bulk) }),
  offset: wholeNumber('How many rows are left out at the beginning.', { default: 0, minimum: 0, ...when('query_rows') }),
  builderMode: choice('`builder`: `filterBuilder` and `sortBuilder` count instead of `filter` and `sort`.', modes, when('query_rows')),
  filterBuilder: editorRows('The filter as rows of an editor.', rule, { builderMode: ['builder'] }),
  sortBuilder: editorRows('The sort as rows of an editor.', direction, { builderMode: ['builder'] }),
  bulkFilterMode: choice('`builder`: `bulkFilterBuilder` counts instead of `filter`.', modes, when(...bulk)),
  bulkFilterBuilder: editorRows('The filter as rows of an editor.', rule, { bulkFilterMode: ['builder'] }),
};
