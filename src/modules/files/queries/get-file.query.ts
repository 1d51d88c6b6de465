import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { FileView } from './file-view.js';

/** A file by its id. @throws DomainError not-found, the same for an absent one and for one in another workspace */
export class GetFile extends Query<FileView> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
    readonly id: string,
  ) {
    super();
  }
}
