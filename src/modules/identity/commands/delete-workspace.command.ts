import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';

/** Nobody reaches the workspace, nor anything in it, from then on. Its history stays. */
export class DeleteWorkspace extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workspaceId: string,
  ) {
    super();
  }
}
