import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { plainText } from '#engine/values/json-text.js';
import type { PlannedBlock } from '#engine/graph/plan.js';
import { firstFilled, isFilled, listField, needed, objectField, readOperation, wholeField } from '../data-fields.js';

export const tableOperations = [
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
] as const;

export type TableOperation = (typeof tableOperations)[number];

/** What is asked of a table. Only what the operation needs is there. */
export interface TableRequest {
  readonly operation: TableOperation;
  readonly tableId: string;
  readonly rowId?: string;
  readonly data?: JsonObject;
  readonly rows?: readonly Json[];
  readonly filter?: JsonObject;
  /** Instead of a filter: the rows of an editor, which become one as soon as the columns are known. */
  readonly rules?: readonly Json[];
  readonly sort?: JsonObject;
  readonly limit?: number;
  readonly offset?: number;
  readonly conflictTarget?: string;
}

type Read = (params: PlannedBlock['params'], inputs: BlockInputs) => Partial<TableRequest>;

const mostRows = 1000;

/** @throws BlockFailure when a field is missing or is not what it has to be */
export function readTableRequest({ params }: PlannedBlock, inputs: BlockInputs): TableRequest {
  const operation = readOperation(params['operation'], tableOperations);
  const written = firstFilled(params['tableId'], params['manualTableId'], params['tableSelector']);
  const tableId = needed('tableId', inputs.text(written).trim());
  return { operation, tableId, ...reads[operation](params, inputs) };
}

const readRowId: Read = (params, inputs) => ({ rowId: needed('rowId', inputs.text(params['rowId']).trim()) });

const readData: Read = (params, inputs) => ({ data: needed('data', objectField('data', params['data'], inputs)) });

const readLimit: Read = (params, inputs) => present('limit', wholeField('limit', params['limit'], inputs, [1, mostRows]));

const readBulk: Read = (params, inputs) => ({
  ...(params['bulkFilterMode'] === 'builder'
    ? present('rules', listField('bulkFilterBuilder', params['bulkFilterBuilder'], inputs))
    : present('filter', objectField('filter', params['filter'], inputs))),
  ...readLimit(params, inputs),
});

const readQuestion: Read = (params, inputs) => {
  const isBuilt = params['builderMode'] === 'builder';
  return {
    ...(isBuilt
      ? present('rules', listField('filterBuilder', params['filterBuilder'], inputs))
      : present('filter', objectField('filter', params['filter'], inputs))),
    ...(isBuilt
      ? present('sort', sortOfRules(listField('sortBuilder', params['sortBuilder'], inputs) ?? []))
      : present('sort', objectField('sort', params['sort'], inputs))),
    ...readLimit(params, inputs),
    ...present('offset', wholeField('offset', params['offset'], inputs, [0, Infinity])),
  };
};

const reads: Readonly<Record<TableOperation, Read>> = {
  query_rows: readQuestion,
  get_row: readRowId,
  insert_row: readData,
  batch_insert_rows: (params, inputs) => ({ rows: needed('rows', listField('rows', params['rows'], inputs)) }),
  upsert_row: (params, inputs) => {
    const conflictTarget = inputs.text(params['conflictTarget']).trim();
    return { ...readData(params, inputs), ...present('conflictTarget', conflictTarget === '' ? undefined : conflictTarget) };
  },
  update_row: (params, inputs) => ({ ...readRowId(params, inputs), ...readData(params, inputs) }),
  update_rows_by_filter: (params, inputs) => ({ ...readBulk(params, inputs), ...readData(params, inputs) }),
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

function present<Name extends keyof TableRequest>(name: Name, value: TableRequest[Name] | undefined): Partial<TableRequest> {
  return value === undefined ? {} : { [name]: value };
}
