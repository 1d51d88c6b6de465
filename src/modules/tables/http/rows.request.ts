import { IsArray, IsDefined, IsObject, IsString, MaxLength, Max, Min, IsInt, ArrayMaxSize, ArrayMinSize } from 'class-validator';
import { MayBeAbsent } from '#infrastructure/http/request-fields.js';
import { invalidField } from '#kernel/errors.js';
import type { JsonObject } from '#kernel/json.js';
import type { DeletedSelection } from '../commands/delete-rows.command.js';
import type { NewRows } from '../commands/insert-rows.command.js';
import { tableLimits } from '../domain/table-limits.js';
import { MaybeWorkspaceRequest, WorkspaceRequest } from '#infrastructure/http/workspace.request.js';

const most = tableLimits.batch;

export class InsertRowsRequest extends WorkspaceRequest {
  @MayBeAbsent()
  @IsObject()
  data?: JsonObject;

  @MayBeAbsent()
  @IsArray()
  rows?: readonly unknown[];
}

export class RowDataRequest extends WorkspaceRequest {
  @IsObject()
  data!: JsonObject;
}

export class UpsertRowRequest extends RowDataRequest {
  @MayBeAbsent()
  @MaxLength(tableLimits.columnName)
  @IsString()
  conflictTarget?: string;
}

export class UpdateRowsRequest extends RowDataRequest {
  @IsDefined()
  @IsObject()
  filter!: JsonObject;

  @Max(most)
  @Min(1)
  @IsInt()
  limit: number = most;
}

export class DeleteRowsRequest extends MaybeWorkspaceRequest {
  @MayBeAbsent()
  @IsObject()
  filter?: JsonObject;

  @MayBeAbsent()
  @IsString({ each: true })
  @ArrayMaxSize(most)
  @ArrayMinSize(1)
  @IsArray()
  rowIds?: readonly string[];

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
