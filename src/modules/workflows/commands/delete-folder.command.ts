import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';

/** What lies in the folder moves up into the one around it. */
export class DeleteFolder extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly folderId: string,
  ) {
    super();
  }
}
