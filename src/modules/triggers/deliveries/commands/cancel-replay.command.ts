import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireReach, type Caller } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { DeliveryReplays, type StoredReplay } from '../../store/deliveries/delivery-replays.js';

/** Ends a bulk replay; one that has ended stays as it is. @throws DomainError not-found, the same for an absent and a foreign one; forbidden */
export class CancelReplay extends Command<StoredReplay> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(CancelReplay)
export class CancelReplayHandler implements ICommandHandler<CancelReplay> {
  constructor(private readonly replays: DeliveryReplays) {}

  async execute({ caller, meta, id }: CancelReplay): Promise<StoredReplay> {
    const replay = await this.replays.find(id);
    if (replay === undefined) throw notFound('Replay');
    requireReach(caller, replay.workspaceId, 'write', 'Replay');
    await this.replays.cancel(id, meta);
    return (await this.replays.find(id)) ?? replay;
  }
}
