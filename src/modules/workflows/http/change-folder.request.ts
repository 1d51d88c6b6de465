import { IsOptional } from 'class-validator';
import { IsIdentifier, IsText, MayBeAbsent } from '#infrastructure/http/request-fields.js';

export class ChangeFolderRequest {
  @MayBeAbsent()
  @IsText(200)
  name?: string;

  /** Null: the root. */
  @IsOptional()
  @IsIdentifier()
  parentId?: string | null;
}
