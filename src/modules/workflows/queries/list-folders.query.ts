import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { FolderView } from './views.js';

/** All folders of a workspace, the oldest first. */
export class ListFolders extends Query<readonly FolderView[]> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
  ) {
    super();
  }
}
