import { defineBlock } from '../../define-block.js';
import { asWritten, choice, flag } from '../../fields/kinds.js';
import { output } from '../../fields/schema.js';
import { firedOutput } from './fired-output.js';

const table = asWritten({
  type: 'string',
  title: 'Table ID',
  description: 'The table whose rows are watched: its id, which is in the address of its page.',
});

/** The module of triggers reads the fields when the workflow is deployed and when a row changes. */
export const tableNewRowBlock = defineBlock({
  type: 'table_new_row',
  name: 'Table Row',
  description: 'Starts a run when a row of a table is inserted, updated or deleted.',
  category: 'trigger',
  handles: ['source', 'error'],
  fields: {
    tableSelector: table.also({ tableId: table, manualTableId: table }),
    eventType: choice('Which change of a row starts a run.', ['insert', 'update', 'delete'], { default: 'insert' }),
    watchColumns: asWritten({
      description: 'An update of other columns starts no run: `price, stock`, with commas between them. Empty: any column counts.',
      'x-when': { eventType: ['update'] },
    }),
    includeHeaders: flag('The output has the `row` with its cells and the `headers`, the names of the columns.', { default: true }),
    batch: flag('Up to 100 changes that wait at the same time start one run together, which has them as `rows`.'),
  },
  outputs: {
    row: output(['object', 'null'], 'The cells by column name: after the change, or of the deleted row.'),
    rawRow: output('object', 'The same, also without `includeHeaders`.'),
    previousRow: output(['object', 'null'], 'The cells before the change; null for an inserted row.'),
    changedColumns: output('array', 'Names of the columns that an update has changed.'),
    rowId: output('string', 'Id of the row.'),
    headers: output('array', 'Names of the columns of the table.'),
    tableId: output('string', 'Id of the table.'),
    tableName: output('string', 'Name of the table.'),
    eventType: output('string', '`insert`, `update` or `delete`.'),
    timestamp: output('string', 'When the row was changed.'),
    rows: output('array', 'With `batch`: the changes, each with the outputs above that differ by row.'),
    rowCount: output('integer', 'With `batch`: how many changes they are.'),
  },
  run: (_fields, context) => ({ output: firedOutput(context.input) }),
});
