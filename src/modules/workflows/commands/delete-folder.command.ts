import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { folderAppend } from '../store/folder-append.js';
import { Folders } from '../store/folders.js';
import { Workflows } from '../store/workflows.js';

/** Deletes a folder. Its workflows and subfolders move to its parent. */
export class DeleteFolder extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly folderId: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteFolder)
export class DeleteFolderHandler implements ICommandHandler<DeleteFolder> {
  constructor(
    private readonly folders: Folders,
    private readonly workflows: Workflows,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, folderId }: DeleteFolder): Promise<void> {
    const { workspaceId } = await this.folders.reached(caller, folderId, 'write');
    const at = this.clock.now().toISOString();
    await this.folders.change(workspaceId, async ({ folders }) => {
      const row = folders.get(folderId);
      if (row === undefined) throw notFound('Folder');
      const inside = [...folders.values()].filter(({ parentId }) => parentId === folderId);
      return [
        folderAppend(row, [{ type: 'delete', at }], meta),
        ...inside.map((child) => folderAppend(child, [{ type: 'move', parentId: row.parentId, at }], meta)),
        ...(await this.workflows.moves(row, row.parentId, { at, meta })),
      ];
    });
  }
}
