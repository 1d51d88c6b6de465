import { IsDefined, IsOptional, IsString, MaxLength } from 'class-validator';
import { Nested } from '#edge/body/request-class.js';
import { tableLimits } from '../domain/table-limits.js';
import type { NewColumn } from './column.request.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';

export class SchemaRequest {
  /** From 1 to 50, in their order. */
  @IsDefined()
  columns!: readonly NewColumn[];
}

/**
 * A table as it is to be.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "name": "customers", "schema": {"columns": [{"name": "email", "type": "string", "required": true, "unique": true}, {"name": "spent", "type": "number"}]}}
 */
export class CreateTableRequest extends WorkspaceRequest {
  /** Letters, digits and underscores, no digit in front, at most 50; its own in the workspace. */
  @IsDefined()
  name!: string;

  /** What it is for. */
  @IsOptional()
  @MaxLength(tableLimits.description)
  @IsString()
  description?: string | null;

  /** What its rows are made of. */
  @Nested(() => SchemaRequest)
  schema!: SchemaRequest;
}
