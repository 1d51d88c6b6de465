import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { WorkflowView } from '../queries/views.js';

/** What is undefined stays as it is. A null folder is the root. */
export interface WorkflowDetails {
  readonly name: string | undefined;
  readonly description: string | null | undefined;
  readonly folderId: string | null | undefined;
}

export class ChangeWorkflow extends Command<WorkflowView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workflowId: string,
    readonly details: WorkflowDetails,
  ) {
    super();
  }
}
