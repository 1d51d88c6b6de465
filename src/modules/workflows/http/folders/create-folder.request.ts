import { IsOptional } from 'class-validator';
import { IsIdentifier, IsText } from '#edge/request/request-fields.js';

/**
 * A folder as it is to be.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "name": "Support"}
 */
export class CreateFolderRequest {
  @IsIdentifier()
  workspaceId!: string;

  @IsText(200)
  name!: string;

  @IsOptional()
  @IsIdentifier()
  parentId?: string | null;
}
