import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { type Caller, requireWorkspace } from '#kernel/caller.js';
import { Folders } from '../store/folders.js';
import type { FolderView } from './views.js';

/** All folders of a workspace, oldest first. */
export class ListFolders extends Query<readonly FolderView[]> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
  ) {
    super();
  }
}

@QueryHandler(ListFolders)
export class ListFoldersHandler implements IQueryHandler<ListFolders> {
  constructor(private readonly folders: Folders) {}

  async execute({ caller, workspaceId }: ListFolders): Promise<readonly FolderView[]> {
    requireWorkspace(caller, workspaceId, 'read');
    return this.folders.list(workspaceId);
  }
}
