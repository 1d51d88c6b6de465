import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { WorkflowView } from '../queries/views.js';

/** What a version may be called. */
export interface VersionLabel {
  readonly name?: string;
  readonly description?: string;
}

/** Freezes the draft as the next version and makes it the one that runs. */
export class DeployWorkflow extends Command<WorkflowView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workflowId: string,
    readonly label: VersionLabel = {},
  ) {
    super();
  }
}
