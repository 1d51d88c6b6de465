import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { MadeKey } from '../queries/made-keys.js';

/** The member's access ends at once, and with it that of the workspace keys that they made. */
export class RemoveWorkspaceMember extends Command<readonly MadeKey[]> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workspaceId: string,
    readonly userId: string,
  ) {
    super();
  }
}
