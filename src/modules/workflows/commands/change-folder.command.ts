import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { FolderView } from '../queries/views.js';

/** What is undefined stays as it is. A null parent is the root. */
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
