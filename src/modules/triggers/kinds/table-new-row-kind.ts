import { BlockFields } from '../domain/block-fields.js';
import { written, type TriggerKind } from './trigger-kind.js';

const rowKinds = ['insert', 'update', 'delete'] as const;

/** The configuration of a trigger that fires when rows change. */
export type RowTriggerConfig = {
  readonly tableId: string;
  readonly eventType: (typeof rowKinds)[number];
  /** Names or ids of the columns of which an update must change at least one; empty: any. */
  readonly watchColumns: readonly string[];
  readonly includeHeaders: boolean;
  /** Whether up to 100 changes that wait together start one run. */
  readonly batch: boolean;
};

/** The kind of triggers that watch tables. */
export const tableKind = 'table';
const tableNewRow = 'table_new_row';

/** A change of a row of a table starts a run. Its configuration is a `RowTriggerConfig`. */
export const tableNewRowKind: TriggerKind = {
  kind: tableKind,
  shownAs: 'table',
  trigger: 'webhook',
  reads: (block) =>
    block.type === tableNewRow ||
    (block['triggerMode'] === true && (block.type === 'table' || written(block, 'triggerId') === tableNewRow)),
  read: (block) => {
    const fields = new BlockFields(block);
    const tableId = fields.text('tableId') ?? fields.text('tableSelector') ?? fields.text('manualTableId');
    if (tableId === undefined) fields.missing('tableSelector');
    const config = {
      tableId: tableId ?? '',
      eventType: fields.choice('eventType', rowKinds, 'insert') ?? 'insert',
      watchColumns: fields.list('watchColumns'),
      includeHeaders: fields.flag('includeHeaders', true),
      batch: fields.flag('batch'),
    } satisfies RowTriggerConfig;
    return fields.problems.length > 0 ? { problems: fields.problems } : { provider: 'table', hasAddress: false, config };
  },
};
