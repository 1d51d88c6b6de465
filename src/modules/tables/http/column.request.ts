import { IsObject, IsString } from 'class-validator';
import { invalidField } from '#kernel/errors.js';
import type { ColumnType } from '../domain/column.js';
import { HoldsOnly } from '#edge/body/fields/request-class.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';

/** The fields of a column that a request can contain. */
export const columnFields = ['name', 'type', 'required', 'unique', 'indexed'] as const;

/** A new column. */
export interface NewColumn {
  /** Name of the column, unique in the table ignoring case: at most 50 letters, digits and underscores, not starting with a digit. */
  readonly name: string;
  /** Type of the cells. */
  readonly type: ColumnType;
  /** Whether each row must have a value. The default is false. */
  readonly required?: boolean;
  /** Whether each value may occur only once. The default is false. */
  readonly unique?: boolean;
  /** Whether filters and sorts by this column use an index. The default is false. Not available for `json`. */
  readonly indexed?: boolean;
}

interface PlacedColumn extends NewColumn {
  /** Index at which the column is inserted, from 0. The default is the end. */
  readonly position?: number;
}

type ColumnUpdates = Partial<NewColumn>;

/**
 * A column to add to a table.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "column": {"name": "since", "type": "date", "position": 1}}
 */
export class AddColumnRequest extends WorkspaceRequest {
  /** The new column. */
  @HoldsOnly([...columnFields, 'position'])
  @IsObject()
  column!: PlacedColumn;
}

/**
 * A column of a table.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "columnName": "spent"}
 */
export class ColumnNameRequest extends WorkspaceRequest {
  /** Name of the column. */
  @IsString()
  columnName!: string;
}

/**
 * The changes of a column.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "columnName": "spent", "updates": {"name": "spentUsd"}}
 */
export class ChangeColumnRequest extends ColumnNameRequest {
  /** The fields to change. */
  @HoldsOnly(columnFields)
  @IsObject()
  updates!: ColumnUpdates;
}

/** The index at which the new column is inserted; undefined is the end. @throws DomainError invalid */
export function positionOf({ column: { position } }: AddColumnRequest): number | undefined {
  if (position === undefined || (Number.isSafeInteger(position) && position >= 0)) return position;
  throw invalidField(['column', 'position'], 'column.position must be a whole number, 0 or more', 'invalid_type');
}
