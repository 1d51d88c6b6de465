import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireWorkspace } from '#kernel/caller.js';
import { Folders } from '../store/folders.js';
import { ListFolders } from './list-folders.query.js';
import type { FolderView } from './views.js';

@QueryHandler(ListFolders)
export class ListFoldersHandler implements IQueryHandler<ListFolders> {
  constructor(private readonly folders: Folders) {}

  async execute({ caller, workspaceId }: ListFolders): Promise<readonly FolderView[]> {
    requireWorkspace(caller, workspaceId, 'read');
    return this.folders.list(workspaceId);
  }
}
