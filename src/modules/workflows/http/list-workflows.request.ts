import { PageRequest } from '#edge/request/page.request.js';
import { IsIdentifier, MayBeAbsent, QueryBoolean } from '#edge/request/request-fields.js';

export class ListWorkflowsRequest extends PageRequest {
  @IsIdentifier()
  workspaceId!: string;

  /** Only those in this folder. */
  @MayBeAbsent()
  @IsIdentifier()
  folderId?: string;

  /** Only those that are deployed. */
  @QueryBoolean()
  deployedOnly = false;
}
