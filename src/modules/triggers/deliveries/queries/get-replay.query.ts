import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireReach, type Caller } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import { DeliveryReplays, type StoredReplay } from '../../store/deliveries/delivery-replays.js';

/** A bulk replay with its progress. @throws DomainError not-found, the same for an absent and a foreign one; forbidden */
export class GetReplay extends Query<StoredReplay> {
  constructor(
    readonly caller: Caller,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetReplay)
export class GetReplayHandler implements IQueryHandler<GetReplay> {
  constructor(private readonly replays: DeliveryReplays) {}

  async execute({ caller, id }: GetReplay): Promise<StoredReplay> {
    const replay = await this.replays.find(id);
    if (replay === undefined) throw notFound('Replay');
    requireReach(caller, replay.workspaceId, 'read', 'Replay');
    return replay;
  }
}
