import { IsOptional, IsString, MaxLength } from 'class-validator';
import { IsIdentifier, IsText, MayBeAbsent } from '#edge/request/request-fields.js';
import { longestDescription } from '../domain/valid-name.js';

/**
 * The changes of a workflow.
 * @example {"name": "Support, Europe"}
 */
export class ChangeWorkflowRequest {
  /** New name of the workflow. */
  @MayBeAbsent()
  @IsText(200)
  name?: string;

  /** New description; null removes it. */
  @IsOptional()
  @MaxLength(longestDescription)
  @IsString()
  description?: string | null;

  /** Id of the new folder; null for the root. */
  @IsOptional()
  @IsIdentifier()
  folderId?: string | null;
}
