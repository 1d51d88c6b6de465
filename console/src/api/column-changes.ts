import { queryOptions } from '@tanstack/react-query';
import { api } from './client.js';
import { collected } from './collected.js';
import { keys } from './keys.js';
import type { TablePlace } from './tables.js';

/** How many rows have a value in a column, and how many do not. */
export const filledCellsQuery = ({ workspaceId, tableId }: TablePlace, column: string) =>
  queryOptions({
    queryKey: [...keys.table(workspaceId, tableId), 'filled', column],
    queryFn: async ({ signal }) => {
      const count = async (condition: object): Promise<number> => {
        const filter = JSON.stringify({ [column]: condition });
        const { data } = await api.tableRows.query(tableId, { workspaceId, filter, limit: 1, includeTotal: true }, { signal });
        return data.totalCount ?? 0;
      };
      const [filled, empty] = await Promise.all([count({ $ne: null }), count({ $eq: null })]);
      return { filled, empty };
    },
    staleTime: 0,
  });

/** A workflow whose draft names the table or the column. */
export interface TableUse {
  readonly id: string;
  readonly name: string;
  readonly blocks: readonly string[];
}

const mostRead = 200;
const atOnce = 4;

/** Workflows with a block that uses the table, those of the latest 200 drafts. The answer says whether there were more drafts. */
export const tableUsesQuery = ({ workspaceId, tableId }: TablePlace, tableName: string) =>
  queryOptions({
    queryKey: [...keys.table(workspaceId, tableId), 'uses'],
    queryFn: async ({ signal }) => {
      const all = await collected(api.workflows.list({ workspaceId, limit: 100 }, { signal }));
      const waiting = all.slice(0, mostRead);
      const found: TableUse[] = [];
      const read = async (): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const { state } = (await api.workflows.state(next.id, { signal })).data;
          const blocks = blocksThatUse(state, [tableId, tableName]);
          if (blocks.length > 0) found.push({ id: next.id, name: next.name, blocks });
        }
      };
      await Promise.all(Array.from({ length: atOnce }, read));
      return { uses: found.toSorted((a, b) => a.name.localeCompare(b.name)), isWhole: all.length <= mostRead };
    },
    staleTime: 30_000,
  });

/** The names of table blocks with one of these values in a field. */
function blocksThatUse(state: unknown, values: readonly string[]): readonly string[] {
  const { blocks = {} } = state as { readonly blocks?: Readonly<Record<string, unknown>> };
  return Object.values(blocks).flatMap((block) => {
    const { name, type, subBlocks } = block as { readonly name: string; readonly type: string; readonly subBlocks?: object };
    if (!type.startsWith('table')) return [];
    const text = JSON.stringify(subBlocks ?? {});
    return values.some((value) => text.includes(JSON.stringify(value))) ? [name] : [];
  });
}
