import { PageRequest } from '#edge/request/page.request.js';
import { IsIdentifier, MayBeAbsent, QueryBoolean } from '#edge/request/request-fields.js';

export class ListWorkflowsRequest extends PageRequest {
  /** Id of the workspace. */
  @IsIdentifier()
  workspaceId!: string;

  /** Returns only workflows directly in this folder. */
  @MayBeAbsent()
  @IsIdentifier()
  folderId?: string;

  /** Returns only deployed workflows. */
  @QueryBoolean()
  deployedOnly = false;
}
