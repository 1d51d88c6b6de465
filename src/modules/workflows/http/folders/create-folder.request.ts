import { IsOptional } from 'class-validator';
import { IsIdentifier, IsText } from '#edge/request/request-fields.js';

/**
 * A new folder.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "name": "Support"}
 */
export class CreateFolderRequest {
  /** Id of the workspace. */
  @IsIdentifier()
  workspaceId!: string;

  /** Name of the folder. */
  @IsText(200)
  name!: string;

  /** Id of the parent folder; null or absent for the root. */
  @IsOptional()
  @IsIdentifier()
  parentId?: string | null;
}
