import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { WorkflowView } from '../queries/views.js';

export interface NewWorkflow {
  readonly workspaceId: string;
  readonly name: string;
  readonly description: string | null;
  readonly folderId: string | null;
}

/** A workflow with an empty draft. */
export class CreateWorkflow extends Command<WorkflowView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly details: NewWorkflow,
  ) {
    super();
  }
}
