import { IsOptional } from 'class-validator';
import { IsIdentifier, IsText, MayBeAbsent } from '#edge/request/request-fields.js';

/**
 * The changes of a folder.
 * @example {"name": "Support, Europe"}
 */
export class ChangeFolderRequest {
  /** New name of the folder. */
  @MayBeAbsent()
  @IsText(200)
  name?: string;

  /** Id of the new parent folder; null for the root. */
  @IsOptional()
  @IsIdentifier()
  parentId?: string | null;
}
