import { IsOptional } from 'class-validator';
import { IsIdentifier, IsText, MayBeAbsent } from '#edge/request/request-fields.js';

/**
 * What is to be otherwise.
 * @example {"name": "Support, Europe"}
 */
export class ChangeFolderRequest {
  @MayBeAbsent()
  @IsText(200)
  name?: string;

  /** Null: the root. */
  @IsOptional()
  @IsIdentifier()
  parentId?: string | null;
}
