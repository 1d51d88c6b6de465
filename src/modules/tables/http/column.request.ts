import { IsObject, IsString } from 'class-validator';
import { invalidField } from '#kernel/errors.js';
import { WorkspaceRequest } from '#infrastructure/http/workspace.request.js';

export class AddColumnRequest extends WorkspaceRequest {
  @IsObject()
  column!: Readonly<Record<string, unknown>>;
}

export class ColumnNameRequest extends WorkspaceRequest {
  @IsString()
  columnName!: string;
}

export class ChangeColumnRequest extends ColumnNameRequest {
  @IsObject()
  updates!: Readonly<Record<string, unknown>>;
}

/** Before which column the new one goes; undefined is behind all. @throws DomainError invalid */
export function positionOf({ column: { position } }: AddColumnRequest): number | undefined {
  if (position === undefined || (Number.isSafeInteger(position) && (position as number) >= 0)) return position as number | undefined;
  throw invalidField(['column', 'position'], 'column.position must be a whole number, 0 or more', 'invalid_type');
}
