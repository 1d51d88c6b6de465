import { IsOptional, IsString, MaxLength } from 'class-validator';
import { IsIdentifier, IsText, MayBeAbsent } from '#edge/request/request-fields.js';

/**
 * What is to be otherwise.
 * @example {"name": "Support, Europe"}
 */
export class ChangeWorkflowRequest {
  @MayBeAbsent()
  @IsText(200)
  name?: string;

  @IsOptional()
  @MaxLength(2000)
  @IsString()
  description?: string | null;

  /** Null: the root. */
  @IsOptional()
  @IsIdentifier()
  folderId?: string | null;
}
