import type { FolderView } from '../../queries/views.js';

export function folderResponse({ id, name, workspaceId, parentId, createdAt, updatedAt }: FolderView): FolderView {
  return { id, name, workspaceId, parentId, createdAt, updatedAt };
}
