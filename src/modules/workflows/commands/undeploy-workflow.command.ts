import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { WorkflowView } from '../queries/views.js';

/** Takes the active version out of service. Its number and document stay. */
export class UndeployWorkflow extends Command<WorkflowView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workflowId: string,
  ) {
    super();
  }
}
