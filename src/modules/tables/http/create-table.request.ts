import { IsDefined, IsOptional, IsString, MaxLength } from 'class-validator';
import { HoldsOnly, Nested } from '#edge/body/fields/request-class.js';
import { tableLimits } from '../domain/table-limits.js';
import { columnFields, type NewColumn } from './column.request.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';

/** The columns of a new table. */
export class SchemaRequest {
  /** The columns in their order, from 1 to 50. */
  @HoldsOnly(columnFields)
  @IsDefined()
  columns!: readonly NewColumn[];
}

/**
 * A new table.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "name": "customers", "schema": {"columns": [{"name": "email", "type": "string", "required": true, "unique": true}, {"name": "spent", "type": "number"}]}}
 */
export class CreateTableRequest extends WorkspaceRequest {
  /** Name of the table, unique in the workspace: at most 50 letters, digits and underscores, not starting with a digit. */
  @IsDefined()
  name!: string;

  /** Description of the table. */
  @IsOptional()
  @MaxLength(tableLimits.description)
  @IsString()
  description?: string | null;

  /** The schema of the table. */
  @Nested(() => SchemaRequest)
  schema!: SchemaRequest;
}
