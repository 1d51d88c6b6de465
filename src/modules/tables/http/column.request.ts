import { IsObject, IsString } from 'class-validator';
import { invalidField } from '#kernel/errors.js';
import type { ColumnType } from '../domain/column.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';

/** A column as it is asked for. */
export interface NewColumn {
  /** Letters, digits and underscores, no digit in front, at most 50. */
  readonly name: string;
  /** What its cells hold. */
  readonly type: ColumnType;
  /** No row without a value. Usually false. */
  readonly required?: boolean;
  /** No two rows with the same value. Usually false. */
  readonly unique?: boolean;
  /** Filters and sorts by it need not read the whole table. Usually false; not for `json`. */
  readonly indexed?: boolean;
}

interface PlacedColumn extends NewColumn {
  /** Before which column it goes, from 0; otherwise behind all. */
  readonly position?: number;
}

type ColumnUpdates = Partial<NewColumn>;

/**
 * A column as it is to be.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "column": {"name": "since", "type": "date", "position": 1}}
 */
export class AddColumnRequest extends WorkspaceRequest {
  /** The column, and where it goes. */
  @IsObject()
  column!: PlacedColumn;
}

/**
 * Which column.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "columnName": "spent"}
 */
export class ColumnNameRequest extends WorkspaceRequest {
  /** Which column. */
  @IsString()
  columnName!: string;
}

/**
 * Which column, and what is to be otherwise.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "columnName": "spent", "updates": {"name": "spentUsd"}}
 */
export class ChangeColumnRequest extends ColumnNameRequest {
  /** What is to be otherwise. */
  @IsObject()
  updates!: ColumnUpdates;
}

/** Before which column the new one goes; undefined is behind all. @throws DomainError invalid */
export function positionOf({ column: { position } }: AddColumnRequest): number | undefined {
  if (position === undefined || (Number.isSafeInteger(position) && position >= 0)) return position;
  throw invalidField(['column', 'position'], 'column.position must be a whole number, 0 or more', 'invalid_type');
}
