import { IsIdentifier } from '#infrastructure/http/request-fields.js';

/** In which workspace a thing is to be. */
export class WorkspaceRequest {
  @IsIdentifier()
  workspaceId!: string;
}
