import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { DeliveryRows, type StoredDelivery } from '../../store/deliveries/delivery-rows.js';
import { Triggers } from '../../store/triggers.js';
import { ReachableDeliveries } from '../queries/reachable-deliveries.js';
import { Replays } from '../replays/replays.js';
import { ReplayVersions } from '../replays/replay-versions.js';

/**
 * Repeats a delivery with the active version or the draft.
 * @throws DomainError not-found, the same for an absent and a foreign delivery; forbidden without an active version; invalid for a draft that
 * cannot run; conflict when the version does not have the block or the delivery cannot be repeated
 */
export class ReplayDelivery extends Command<StoredDelivery> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly id: string,
    readonly usesDraft: boolean,
  ) {
    super();
  }
}

@CommandHandler(ReplayDelivery)
export class ReplayDeliveryHandler implements ICommandHandler<ReplayDelivery> {
  constructor(
    private readonly reachable: ReachableDeliveries,
    private readonly rows: DeliveryRows,
    private readonly triggers: Triggers,
    private readonly replays: Replays,
    private readonly versions: ReplayVersions,
  ) {}

  async execute({ caller, meta, id, usesDraft }: ReplayDelivery): Promise<StoredDelivery> {
    const delivery = await this.reachable.get(caller, id, 'write');
    const trigger = await this.triggers.find(delivery.triggerId);
    if (trigger === undefined) throw notFound('Delivery');
    const version = await this.versions.of(trigger, usesDraft);
    const replay = await this.rows.find(await this.replays.repeat(delivery.id, { trigger, version, meta }));
    if (replay === undefined) throw notFound('Delivery');
    return replay;
  }
}
