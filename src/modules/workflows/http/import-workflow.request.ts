import { IsBoolean, IsDefined, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsIdentifier, IsText, MayBeAbsent } from '#edge/request/request-fields.js';
import { longestDescription } from '../domain/valid-name.js';

/**
 * An exported workflow to import.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "workflow": {"version": "1.0", "workflow": {"name": "Support"}, "state": {"blocks": {}, "edges": []}}}
 */
export class ImportWorkflowRequest {
  /** Id of the workspace. */
  @IsIdentifier()
  workspaceId!: string;

  /** The exported document, or its JSON text. */
  @IsDefined()
  workflow: unknown;

  /** Name of the workflow. The default is the name in the document. */
  @IsOptional()
  @IsText(200)
  name?: string | null;

  /** Description of the workflow. The default is the description in the document. */
  @IsOptional()
  @MaxLength(longestDescription)
  @IsString()
  description?: string | null;

  /** Id of the folder; null or absent for the root. */
  @IsOptional()
  @IsIdentifier()
  folderId?: string | null;

  /** Whether triggers keep the addresses that they have in the document. Each must never have been used on this server. */
  @MayBeAbsent()
  @IsBoolean()
  keepPaths?: boolean;
}
