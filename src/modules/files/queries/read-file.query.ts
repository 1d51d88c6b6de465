import { Query } from '@nestjs/cqrs';
import type { FileView } from './file-view.js';

export interface FileContent {
  readonly file: FileView;
  readonly bytes: Buffer;
}

/**
 * A file of a workspace with all its bytes, for a run. `reference` is its id, its name or its key (`files/<workspace>/<name>`). Checks no
 * permissions. @throws DomainError not-found; PAYLOAD_TOO_LARGE when it has more than `most` bytes
 */
export class ReadFile extends Query<FileContent> {
  constructor(
    readonly workspaceId: string,
    readonly reference: string,
    readonly most: number,
  ) {
    super();
  }
}
