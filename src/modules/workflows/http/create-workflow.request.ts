import { IsOptional, IsString, MaxLength } from 'class-validator';
import { IsIdentifier, IsText } from '#edge/request/request-fields.js';
import { longestDescription } from '../domain/valid-name.js';

/**
 * A new workflow.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "name": "Support"}
 */
export class CreateWorkflowRequest {
  /** Id of the workspace. */
  @IsIdentifier()
  workspaceId!: string;

  /** Name of the workflow. */
  @IsText(200)
  name!: string;

  /** Description of the workflow. */
  @IsOptional()
  @MaxLength(longestDescription)
  @IsString()
  description?: string | null;

  /** Id of the folder; null or absent for the root. */
  @IsOptional()
  @IsIdentifier()
  folderId?: string | null;
}
