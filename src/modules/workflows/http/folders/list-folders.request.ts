import { IsIdentifier } from '#edge/request/request-fields.js';

export class ListFoldersRequest {
  @IsIdentifier()
  workspaceId!: string;
}
