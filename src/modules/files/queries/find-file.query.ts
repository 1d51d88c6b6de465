import { Query } from '@nestjs/cqrs';
import type { FileView } from './file-view.js';

/**
 * A file of a workspace, for a run. `reference` is its id, its name or its key (`files/<workspace>/<name>`). Checks no permissions.
 * @throws DomainError not-found
 */
export class FindFile extends Query<FileView> {
  constructor(
    readonly workspaceId: string,
    readonly reference: string,
  ) {
    super();
  }
}
