import { IsArray, IsDefined, IsObject, IsString, MaxLength, Max, Min, IsInt, ArrayMaxSize, ArrayMinSize } from 'class-validator';
import { MayBeAbsent, Refuses } from '#edge/request/request-fields.js';
import { HoldsOnly } from '#edge/body/fields/request-class.js';
import { invalidField } from '#kernel/errors.js';
import type { JsonObject } from '#kernel/json.js';
import type { DeletedSelection } from '../commands/delete-rows.command.js';
import type { NewRows } from '../commands/read-rows.js';
import { tableLimits } from '../domain/table-limits.js';
import { MaybeWorkspaceRequest, WorkspaceRequest } from '#edge/request/workspace.request.js';

const most = tableLimits.batch;

/**
 * One row as `data`, or several as `rows`.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "data": {"email": "ada@example.org", "spent": 120}}
 */
@Refuses(['afterRowId', 'beforeRowId'], 'a new row comes after all others; sort by a column instead')
export class InsertRowsRequest extends WorkspaceRequest {
  /** The cells of one row, by column name. It excludes `rows`. */
  @MayBeAbsent()
  @IsObject()
  data?: JsonObject;

  /** Up to 1,000 rows. All or none of them are inserted. It excludes `data`. */
  @MayBeAbsent()
  @IsArray()
  rows?: readonly JsonObject[];
}

/**
 * The cells to change.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "data": {"spent": 240}}
 */
export class RowDataRequest extends WorkspaceRequest {
  /** Cells by column name. A null clears a cell. */
  @IsObject()
  data!: JsonObject;
}

/**
 * The row to insert, or to replace an existing one with.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "data": {"email": "ada@example.org", "spent": 240}, "conflictTarget": "email"}
 */
export class UpsertRowRequest extends RowDataRequest {
  /** The unique column that identifies the row. Optional if the table has only one. */
  @MayBeAbsent()
  @MaxLength(tableLimits.columnName)
  @IsString()
  conflictTarget?: string;
}

/**
 * A filter, and the cells to change in the matching rows.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "filter": {"spent": {"$gte": 1000}}, "data": {"vip": true}}
 */
export class UpdateRowsRequest extends RowDataRequest {
  /** Filter: `{"column": value}`, `{"column": {"$gt": value}}`, `$and`, `$or`. */
  @IsDefined()
  @IsObject()
  filter!: JsonObject;

  /** Maximum number of rows to update. */
  @Max(most)
  @Min(1)
  @IsInt()
  limit: number = most;
}

interface RowUpdateRequest {
  /** Id of the row. */
  readonly rowId: string;
  /** Cells by column name. A null clears a cell. */
  readonly data: JsonObject;
}

/**
 * Rows, and the cells to change in each of them.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "updates": [{"rowId": "0197a5e0-0000-7000-8000-000000000002", "data": {"spent": 240}}]}
 */
export class UpdateRowBatchRequest extends WorkspaceRequest {
  /** Up to 1,000 rows, each of them once. All or none of them are changed. */
  @HoldsOnly(['rowId', 'data'])
  @IsArray()
  updates!: readonly RowUpdateRequest[];
}

/**
 * The rows to delete: by a filter or by their ids.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "filter": {"spent": 0}}
 */
export class DeleteRowsRequest extends MaybeWorkspaceRequest {
  /** Filter: `{"column": value}`, `{"column": {"$gt": value}}`, `$and`, `$or`. It excludes `rowIds`. */
  @MayBeAbsent()
  @IsObject()
  filter?: JsonObject;

  /** Ids of the rows. It excludes `filter`. */
  @MayBeAbsent()
  @IsString({ each: true })
  @ArrayMaxSize(most)
  @ArrayMinSize(1)
  @IsArray()
  rowIds?: readonly string[];

  /** Maximum number of rows to delete by a filter. */
  @Max(most)
  @Min(1)
  @IsInt()
  limit: number = most;
}

/** @throws DomainError invalid with both or neither of them */
export function newRows({ data, rows }: InsertRowsRequest): NewRows {
  if (data !== undefined && rows === undefined) return { data };
  if (rows !== undefined && data === undefined) return { rows };
  throw invalidField('data', 'Either data for one row or rows for several is required', 'required');
}

/** @throws DomainError invalid with both or neither of them */
export function selectionOf({ filter, rowIds, limit }: DeleteRowsRequest): DeletedSelection {
  if (rowIds !== undefined && filter === undefined) return { rowIds: [...new Set(rowIds)] };
  if (filter !== undefined && rowIds === undefined) return { filter, limit };
  throw invalidField('filter', 'Either filter or rowIds is required', 'required');
}
