import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';

/** Its runs and logs keep their names. It is no longer found. */
export class DeleteWorkflow extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workflowId: string,
  ) {
    super();
  }
}
