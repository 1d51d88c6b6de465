import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { plainText } from '#engine/values/json-text.js';
import { isFilled } from '../../fields/blank.js';
import type { ValuesOf } from '../../fields/field-set.js';
import { tableFields } from './table-fields.js';

type Fields = ValuesOf<typeof tableFields>;

export type TableOperation = Fields['operation'];

/** One request to a table, with the parts that its operation needs. */
export interface TableRequest {
  readonly operation: TableOperation;
  readonly tableId: string;
  readonly rowId?: string;
  readonly data?: JsonObject;
  readonly rows?: readonly Json[];
  readonly filter?: JsonObject;
  /** Instead of a filter: the rows of an editor. They become a filter when the columns are known. */
  readonly rules?: readonly Json[];
  readonly sort?: JsonObject;
  readonly limit?: number;
  readonly offset?: number;
  readonly conflictTarget?: string;
}

type Read = (fields: Fields) => Partial<TableRequest>;

/** @throws BlockFailure when a field that the operation needs is missing or not valid */
export function readTableRequest(fields: Fields): TableRequest {
  const { operation, tableId } = fields;
  return { operation, tableId, ...reads[operation](fields) };
}

const readRowId: Read = ({ rowId }) => ({ rowId });

const readData: Read = ({ data }) => ({ data });

const readLimit: Read = ({ limit }) => present({ limit });

const readBulk: Read = (fields) => ({
  ...present(fields.bulkFilterMode === 'builder' ? { rules: fields.bulkFilterBuilder } : { filter: fields.filter }),
  ...readLimit(fields),
});

const readQuestion: Read = (fields) => {
  const isBuilt = fields.builderMode === 'builder';
  return {
    ...present(isBuilt ? { rules: fields.filterBuilder } : { filter: fields.filter }),
    ...present({ sort: isBuilt ? sortOfRules(fields.sortBuilder ?? []) : fields.sort }),
    ...readLimit(fields),
    ...present({ offset: fields.offset }),
  };
};

const reads: Readonly<Record<TableOperation, Read>> = {
  query_rows: readQuestion,
  get_row: readRowId,
  insert_row: readData,
  batch_insert_rows: ({ rows }) => ({ rows }),
  upsert_row: (fields) => ({ ...readData(fields), ...present({ conflictTarget: fields.conflictTarget || undefined }) }),
  update_row: (fields) => ({ ...readRowId(fields), ...readData(fields) }),
  update_rows_by_filter: (fields) => ({ ...readBulk(fields), ...readData(fields) }),
  delete_row: readRowId,
  delete_rows_by_filter: readBulk,
  get_schema: () => ({}),
};

function sortOfRules(rules: readonly Json[]): JsonObject | undefined {
  const entries = rules.flatMap((rule): [string, Json][] =>
    isJsonObject(rule) && isFilled(rule['column']) ? [[plainText(rule['column']), rule['direction'] === 'desc' ? 'desc' : 'asc']] : [],
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The parts that have a value. */
function present(parts: { readonly [Name in keyof TableRequest]?: TableRequest[Name] | undefined }): Partial<TableRequest> {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}
