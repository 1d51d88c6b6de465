import type { Json } from '#kernel/json.js';
import { defineBlock } from '../../define-block.js';
import { output } from '../../fields/schema.js';
import { Tables } from '../../ports/tables.js';
import { withEffect } from '../data-work.js';
import { tableActions } from './table-actions.js';
import { tableFields } from './table-fields.js';
import { readTableRequest } from './table-request.js';

/** The rows of a table of the workspace. */
export const tableBlock = defineBlock({
  type: 'table',
  name: 'Table',
  description: 'Reads and changes the rows of a table of the workspace.',
  category: 'work',
  fields: tableFields,
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
  needs: [Tables],
  run: (fields, context, shown) => {
    const request = readTableRequest(fields);
    const { operation, tableId } = request;
    const effect = { kind: 'table', target: `${operation} ${tableId}` } as const;
    const input = shown(request, readTableRequest);
    return withEffect(context, effect, { ...input } as Json, (key) => tableActions[operation](request, context.use(Tables), key));
  },
});
