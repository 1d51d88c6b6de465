import { useQuery } from '@tanstack/react-query';
import { filledCellsQuery, tableUsesQuery, type TableUse } from '../../../api/column-changes.js';
import type { Table, TableColumn, TablePlace } from '../../../api/tables.js';
import type { ColumnFacts } from '../../../table/column-risks.js';

/** How many cells a change of a column concerns, and which workflows use the table. */
export function useColumnFacts(
  place: TablePlace,
  table: Table,
  column: TableColumn | undefined,
): ColumnFacts & { readonly list: readonly TableUse[] } {
  const cells = useQuery({ ...filledCellsQuery(place, column?.name ?? ''), enabled: column !== undefined });
  const uses = useQuery({ ...tableUsesQuery(place, table.name), enabled: column !== undefined });
  return { filled: cells.data?.filled, empty: cells.data?.empty, uses: uses.data?.uses.length, list: uses.data?.uses ?? [] };
}
