import { QueryInteger } from '#edge/request/request-fields.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';

export class ListChunksRequest extends WorkspaceRequest {
  /** Maximum number of chunks to return. */
  @QueryInteger(1, 100)
  limit = 50;

  /** Number of chunks to skip. */
  @QueryInteger(0, 2_000_000_000)
  offset = 0;
}
