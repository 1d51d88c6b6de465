import { PageRequest } from '#infrastructure/http/page.request.js';
import { IsIdentifier, MayBeAbsent, QueryBoolean } from '#infrastructure/http/request-fields.js';

export class ListWorkflowsRequest extends PageRequest {
  @IsIdentifier()
  workspaceId!: string;

  @MayBeAbsent()
  @IsIdentifier()
  folderId?: string;

  @QueryBoolean()
  deployedOnly = false;
}
