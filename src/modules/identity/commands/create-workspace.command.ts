import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { WorkspaceView } from '../queries/views.js';

/** The caller becomes the owner. Without an organization it is the first one that the caller administers. */
export class CreateWorkspace extends Command<WorkspaceView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workspace: { readonly name: string; readonly organizationId?: string | undefined },
  ) {
    super();
  }
}
