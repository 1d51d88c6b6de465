import type { Json, JsonObject } from '#kernel/json.js';
import { namedCells, type WaitingRowEvent, type WatchedTable } from '#modules/tables/index.js';
import type { RowTriggerConfig } from '../kinds/table-new-row-kind.js';

type Change = Pick<WaitingRowEvent, 'rowId' | 'kind' | 'at' | 'before' | 'after'>;
type Shape = Pick<RowTriggerConfig, 'includeHeaders'>;

/** What a run receives that a change of a row started. */
export function rowInput(change: Change, table: WatchedTable, shape: Shape): JsonObject {
  return { ...changeOf(change, table, shape), ...about(table, shape) };
}

/** What a run receives that changes together started. */
export function batchInput(changes: readonly Change[], table: WatchedTable, shape: Shape): JsonObject {
  const [first] = changes;
  const together = { eventType: first?.kind ?? null, timestamp: first?.at.toISOString() ?? null };
  return { rows: changes.map((change) => changeOf(change, table, shape)), rowCount: changes.length, ...together, ...about(table, shape) };
}

function about({ id, name, columns }: WatchedTable, { includeHeaders }: Shape): JsonObject {
  return { headers: includeHeaders ? columns.map((column) => column.name) : [], tableId: id, tableName: name };
}

function changeOf({ rowId, kind, at, before, after }: Change, { columns }: WatchedTable, { includeHeaders }: Shape): JsonObject {
  const cells = after ?? before ?? {};
  const named: JsonObject = namedCells(columns, cells);
  const changed = kind === 'update' ? columns.filter(({ id }) => Object.hasOwn(before ?? {}, id)) : [];
  const previous: Json = before === null ? null : { ...namedCells(columns, { ...cells, ...before }) };
  return {
    row: includeHeaders ? named : null,
    rawRow: named,
    previousRow: previous,
    changedColumns: changed.map(({ name }) => name),
    rowId,
    eventType: kind,
    timestamp: at.toISOString(),
  };
}
