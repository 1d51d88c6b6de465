import { IsArray, IsDefined, IsObject, IsString, MaxLength, Max, Min, IsInt, ArrayMaxSize, ArrayMinSize } from 'class-validator';
import { MayBeAbsent, Refuses } from '#edge/request/request-fields.js';
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
  /** One row, by the names of the columns. */
  @MayBeAbsent()
  @IsObject()
  data?: JsonObject;

  /** Several rows, up to 1,000; they are inserted all or none. */
  @MayBeAbsent()
  @IsArray()
  rows?: readonly JsonObject[];
}

/**
 * What is to stand in the row.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "data": {"spent": 240}}
 */
export class RowDataRequest extends WorkspaceRequest {
  /** Cells by the names of the columns; null empties one. */
  @IsObject()
  data!: JsonObject;
}

/**
 * A row as it is to be.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "data": {"email": "ada@example.org", "spent": 240}, "conflictTarget": "email"}
 */
export class UpsertRowRequest extends RowDataRequest {
  /** The unique column whose value says which row; may be absent where there is only one. */
  @MayBeAbsent()
  @MaxLength(tableLimits.columnName)
  @IsString()
  conflictTarget?: string;
}

/**
 * Which rows, and what is to stand in them.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "filter": {"spent": {"$gte": 1000}}, "data": {"vip": true}}
 */
export class UpdateRowsRequest extends RowDataRequest {
  /** Which rows: `{"column": value}`, `{"column": {"$gt": value}}`, `$and`, `$or`. */
  @IsDefined()
  @IsObject()
  filter!: JsonObject;

  /** At most so many rows. */
  @Max(most)
  @Min(1)
  @IsInt()
  limit: number = most;
}

/**
 * Which rows: by a filter, or by their ids.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "filter": {"spent": 0}}
 */
export class DeleteRowsRequest extends MaybeWorkspaceRequest {
  /** Which rows: `{"column": value}`, `{"column": {"$gt": value}}`, `$and`, `$or`. Instead of `rowIds`. */
  @MayBeAbsent()
  @IsObject()
  filter?: JsonObject;

  /** Which rows, instead of `filter`. */
  @MayBeAbsent()
  @IsString({ each: true })
  @ArrayMaxSize(most)
  @ArrayMinSize(1)
  @IsArray()
  rowIds?: readonly string[];

  /** At most so many rows. */
  @Max(most)
  @Min(1)
  @IsInt()
  limit: number = most;
}

/** @throws DomainError invalid when there are both or neither */
export function newRows({ data, rows }: InsertRowsRequest): NewRows {
  if (data !== undefined && rows === undefined) return { data };
  if (rows !== undefined && data === undefined) return { rows };
  throw invalidField('data', 'Either data for one row or rows for several is required', 'required');
}

/** @throws DomainError invalid when there are both or neither */
export function selectionOf({ filter, rowIds, limit }: DeleteRowsRequest): DeletedSelection {
  if (rowIds !== undefined && filter === undefined) return { rowIds: [...new Set(rowIds)] };
  if (filter !== undefined && rowIds === undefined) return { filter, limit };
  throw invalidField('filter', 'Either filter or rowIds is required', 'required');
}
