import { IsOptional, IsString, MaxLength } from 'class-validator';
import { IsIdentifier, IsText } from '#edge/request/request-fields.js';

/**
 * A workflow as it is to be.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "name": "Support"}
 */
export class CreateWorkflowRequest {
  @IsIdentifier()
  workspaceId!: string;

  @IsText(200)
  name!: string;

  @IsOptional()
  @MaxLength(2000)
  @IsString()
  description?: string | null;

  @IsOptional()
  @IsIdentifier()
  folderId?: string | null;
}
