import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide, on } from '#ledger/events/decide.js';
import type { EventMeta } from '#kernel/event.js';
import { hold, type HoldCommand } from '../domain/hold.decider.js';
import { holdStreamOf } from '../store/hold-stream.js';

/** The sender has checked that the caller has access and that the run exists. */
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

@CommandHandler(ChangeHold)
export class ChangeHoldHandler implements ICommandHandler<ChangeHold> {
  constructor(private readonly store: EventStore) {}

  async execute({ meta, run: { executionId, workspaceId }, reason }: ChangeHold): Promise<void> {
    const command: HoldCommand = reason === undefined ? { type: 'release', executionId } : { type: 'place', executionId, reason };
    await decide(this.store, on(holdStreamOf(executionId, workspaceId), hold, command), { meta });
  }
}
