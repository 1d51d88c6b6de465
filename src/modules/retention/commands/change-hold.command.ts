import { Command } from '@nestjs/cqrs';
import type { EventMeta } from '#kernel/event.js';

/** Whoever sends it has made sure that the caller may, and that there is such a run. */
export class ChangeHold extends Command<void> {
  constructor(
    readonly meta: EventMeta,
    readonly run: { readonly executionId: string; readonly workspaceId: string },
    /** Undefined releases the run. */
    readonly reason: string | undefined,
  ) {
    super();
  }
}
