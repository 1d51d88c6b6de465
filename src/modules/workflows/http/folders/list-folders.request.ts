import { IsIdentifier } from '#edge/request/request-fields.js';

export class ListFoldersRequest {
  /** Id of the workspace. */
  @IsIdentifier()
  workspaceId!: string;
}
