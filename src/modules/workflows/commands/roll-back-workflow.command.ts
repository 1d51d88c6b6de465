import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { WorkflowView } from '../queries/views.js';

/** Makes an earlier version run again: the given one, else the one before the active one. The draft is not touched. */
export class RollBackWorkflow extends Command<WorkflowView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workflowId: string,
    readonly version: number | undefined,
  ) {
    super();
  }
}
