import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { invalidField, notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { makesFolderCircle } from '../domain/folder-circle.js';
import type { FolderCommand } from '../domain/folder.decider.js';
import type { FolderView } from '../queries/views.js';
import { folderAppend } from '../store/folder-append.js';
import { Folders, type FolderTree } from '../store/folders.js';

/** Undefined keeps a value. A null parent is the root. */
export interface FolderDetails {
  readonly name: string | undefined;
  readonly parentId: string | null | undefined;
}

export class ChangeFolder extends Command<FolderView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly folderId: string,
    readonly details: FolderDetails,
  ) {
    super();
  }
}

@CommandHandler(ChangeFolder)
export class ChangeFolderHandler implements ICommandHandler<ChangeFolder> {
  constructor(
    private readonly folders: Folders,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, folderId, details }: ChangeFolder): Promise<FolderView> {
    const { workspaceId } = await this.folders.reached(caller, folderId, 'write');
    const commands = commandsFor(details, this.clock.now().toISOString());
    await this.folders.change(workspaceId, (tree) => {
      const row = tree.folders.get(folderId);
      if (row === undefined) throw notFound('Folder');
      if (typeof details.parentId === 'string') requireParent(tree, folderId, details.parentId);
      return [folderAppend(row, commands, meta)];
    });
    return this.folders.reached(caller, folderId, 'write');
  }
}

function commandsFor({ name, parentId }: FolderDetails, at: string): readonly FolderCommand[] {
  return [
    ...(name === undefined ? [] : [{ type: 'rename', name, at } as const]),
    ...(parentId === undefined ? [] : [{ type: 'move', parentId, at } as const]),
  ];
}

function requireParent({ folders }: FolderTree, folderId: string, parentId: string): void {
  if (!folders.has(parentId)) throw notFound('Folder');
  const parents = new Map([...folders.values()].map((row) => [row.id, row.parentId]));
  if (makesFolderCircle(parents, folderId, parentId))
    throw invalidField('parentId', 'parentId must not be the folder itself or one of its subfolders', 'circle');
}
