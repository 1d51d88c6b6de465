import { choice, fields, json, number, output, text } from '../../fields/palette-fields.js';
import type { PaletteEntry } from '../../palette.js';
import { tableOperations } from './table-request.js';

const row = fields({
  column: text('Name of a column.'),
  operator: text('`eq`, `ne`, `contains`, `gt` and so on; `isEmpty` and `isNotEmpty` take no value.'),
  value: text('What the cell is compared with; several of `in` and `nin` with commas.'),
  logicalOperator: choice('How it is joined to the row before.', ['and', 'or']),
});

const rules = { type: ['array', 'string'], contentMediaType: 'application/json', items: row, 'x-holds': ['references', 'secrets'] };
const modes = ['builder', 'json'];
const bulk = ['update_rows_by_filter', 'delete_rows_by_filter'];

export const tablePalette: PaletteEntry = {
  name: 'Table',
  description: 'Reads and changes the rows of a table of the workspace.',
  category: 'work',
  inputs: fields(
    {
      operation: choice('What is done.', tableOperations, { default: 'query_rows' }),
      tableId: text('Id of the table.'),
      manualTableId: text('The same, as other editors call it when it is typed.'),
      tableSelector: text('The same, as other editors call it when it is chosen.'),
      rowId: text('Id of the row.', { 'x-when': { operation: ['get_row', 'update_row', 'delete_row'] } }),
      data: json('Cells by the names of their columns.', {
        'x-when': { operation: ['insert_row', 'upsert_row', 'update_row', 'update_rows_by_filter'] },
      }),
      rows: json('List of rows, each with its cells by the names of their columns.', { 'x-when': { operation: ['batch_insert_rows'] } }),
      conflictTarget: text('The unique column that tells whether the row is there already; needed where there are several.', {
        'x-when': { operation: ['upsert_row'] },
      }),
      filter: json('Which rows. None is all of them, which only a query may ask for.', {
        'x-when': { operation: ['query_rows', ...bulk] },
      }),
      sort: json('`asc` or `desc` by the names of columns, the first one first.', { 'x-when': { operation: ['query_rows'] } }),
      limit: number('Most rows.', { minimum: 1, maximum: 1000, 'x-when': { operation: ['query_rows', ...bulk] } }),
      offset: number('How many rows are left out at the beginning.', { default: 0, minimum: 0, 'x-when': { operation: ['query_rows'] } }),
      builderMode: choice('`builder`: `filterBuilder` and `sortBuilder` count instead of `filter` and `sort`.', modes, {
        'x-when': { operation: ['query_rows'] },
      }),
      filterBuilder: { ...rules, description: 'The filter as rows of an editor.', 'x-when': { builderMode: ['builder'] } },
      sortBuilder: {
        description: 'The sort as rows of an editor.',
        type: ['array', 'string'],
        contentMediaType: 'application/json',
        items: fields({ column: text('Name of a column.'), direction: choice('Which way.', ['asc', 'desc']) }),
        'x-holds': ['references', 'secrets'],
        'x-when': { builderMode: ['builder'] },
      },
      bulkFilterMode: choice('`builder`: `bulkFilterBuilder` counts instead of `filter`.', modes, { 'x-when': { operation: bulk } }),
      bulkFilterBuilder: { ...rules, description: 'The filter as rows of an editor.', 'x-when': { bulkFilterMode: ['builder'] } },
    },
    'tableId',
  ),
  outputs: {
    success: output('boolean', 'Whether it was done: always true, since everything else is a failure.'),
    message: output('string', 'What was done, for people.'),
    row: output(['object', 'null'], 'The row: `{id, data, position, createdAt, updatedAt}`.'),
    rows: output('array', 'The rows that were found or inserted.'),
    rowCount: output('integer', 'How many rows were found; of a schema, how many the table has.'),
    totalCount: output(['integer', 'null'], 'How many rows the filter finds, whatever the limit.'),
    limit: output('integer', 'The limit that counted.'),
    offset: output('integer', 'The offset that counted.'),
    operation: output('string', '`insert` or `update`: what became of an upsert.'),
    insertedCount: output('integer', 'How many rows were inserted.'),
    updatedCount: output('integer', 'How many rows were changed.'),
    updatedRowIds: output('array', 'Their ids.'),
    deletedCount: output('integer', 'How many rows were deleted.'),
    deletedRowIds: output('array', 'Their ids.'),
    name: output('string', 'Name of the table.'),
    columns: output('array', 'Its columns: `{name, type, required, unique}`.'),
  },
  handles: ['source', 'error'],
};
