import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SessionCaller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { EventStore } from '#ledger/events/event-store.js';
import { removeSecondFactor } from './second-factor-removal.js';

/** A person signs in without a second factor from now on. */
export class RemoveSecondFactor extends Command<void> {
  constructor(
    readonly caller: SessionCaller,
    readonly meta: EventMeta,
  ) {
    super();
  }
}

@CommandHandler(RemoveSecondFactor)
export class RemoveSecondFactorHandler implements ICommandHandler<RemoveSecondFactor> {
  constructor(private readonly store: EventStore) {}

  async execute({ caller: { userId }, meta }: RemoveSecondFactor): Promise<void> {
    await removeSecondFactor(this.store, { userId, by: 'user' }, meta);
  }
}
