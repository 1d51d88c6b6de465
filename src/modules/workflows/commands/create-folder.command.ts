import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { appendTo } from '#ledger/events/event-store.js';
import { type Caller, requireWorkspace } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { folder } from '../domain/folder.decider.js';
import { folderStream } from '../domain/folder.events.js';
import type { FolderView } from '../queries/views.js';
import { Folders } from '../store/folders.js';

export interface NewFolder {
  readonly workspaceId: string;
  readonly name: string;
  readonly parentId: string | null;
}

export class CreateFolder extends Command<FolderView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly details: NewFolder,
  ) {
    super();
  }
}

@CommandHandler(CreateFolder)
export class CreateFolderHandler implements ICommandHandler<CreateFolder> {
  constructor(
    private readonly folders: Folders,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async execute({ caller, meta, details }: CreateFolder): Promise<FolderView> {
    const { workspaceId, parentId } = details;
    requireWorkspace(caller, workspaceId, 'write');
    const id = this.ids.next();
    const events = folder.decide({ type: 'create', ...details, at: this.clock.now().toISOString() }, folder.initial);
    await this.folders.change(workspaceId, ({ folders }) => {
      if (parentId !== null && !folders.has(parentId)) throw notFound('Folder');
      return [appendTo(folderStream.at(id, workspaceId), { expected: 0, events, meta })];
    });
    return this.folders.reached(caller, id, 'write');
  }
}
