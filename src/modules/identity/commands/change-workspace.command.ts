import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { WorkspaceView } from '../queries/views.js';

/** Changes what is given. */
export class ChangeWorkspace extends Command<WorkspaceView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workspaceId: string,
    readonly changes: {
      readonly name?: string | undefined;
      readonly allowPersonalApiKeys?: boolean | undefined;
      readonly ownerId?: string | undefined;
      readonly retentionDays?: number | null | undefined;
    },
  ) {
    super();
  }
}
