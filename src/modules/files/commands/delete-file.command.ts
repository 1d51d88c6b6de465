import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';

/** Ends a file: its bytes cannot be read any more, and its name is free. @throws DomainError not-found */
export class DeleteFile extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workspaceId: string,
    readonly id: string,
  ) {
    super();
  }
}
