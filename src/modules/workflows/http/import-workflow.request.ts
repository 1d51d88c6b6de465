import { IsDefined, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsIdentifier, IsText } from '#edge/request/request-fields.js';

/**
 * A workflow that was exported, and where it goes.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "workflow": {"version": "1.0", "workflow": {"name": "Support"}, "state": {"blocks": {}, "edges": []}}}
 */
export class ImportWorkflowRequest {
  @IsIdentifier()
  workspaceId!: string;

  /** An exported document or its JSON text; what is in it is for the domain to judge. */
  @IsDefined()
  workflow: unknown;

  @IsOptional()
  @IsText(200)
  name?: string | null;

  @IsOptional()
  @MaxLength(2000)
  @IsString()
  description?: string | null;

  @IsOptional()
  @IsIdentifier()
  folderId?: string | null;
}
