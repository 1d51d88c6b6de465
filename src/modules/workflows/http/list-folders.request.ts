import { IsIdentifier } from '#infrastructure/http/request-fields.js';

export class ListFoldersRequest {
  @IsIdentifier()
  workspaceId!: string;
}
