import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { FolderView } from '../queries/views.js';

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
