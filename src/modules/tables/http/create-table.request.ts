import { IsDefined, IsOptional, IsString, MaxLength } from 'class-validator';
import { Nested } from '#infrastructure/http/request-class.js';
import { tableLimits } from '../domain/table-limits.js';
import { WorkspaceRequest } from '#infrastructure/http/workspace.request.js';

export class SchemaRequest {
  @IsDefined()
  columns!: unknown;
}

export class CreateTableRequest extends WorkspaceRequest {
  @IsDefined()
  name!: unknown;

  @IsOptional()
  @MaxLength(tableLimits.description)
  @IsString()
  description?: string | null;

  @Nested(() => SchemaRequest)
  schema!: SchemaRequest;
}
