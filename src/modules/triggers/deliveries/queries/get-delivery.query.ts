import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { inTurns } from '#host/loop/turn.js';
import type { Caller } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { redactionSteps } from '#engine/masking/credential-names.js';
import { SecretMask } from '#engine/masking/secret-mask.js';
import { WorkspaceSecrets } from '#modules/environment/index.js';
import type { DeliveryHeaders } from '../../domain/delivery.events.js';
import { DeliveryContentsStore } from './delivery-contents.js';
import type { StoredDelivery } from '../../store/deliveries/delivery-rows.js';
import { ReachableDeliveries } from './reachable-deliveries.js';

/** A delivery with what it contained, as the log would show it. */
export interface DeliveryDetails {
  readonly delivery: StoredDelivery;
  readonly message: string | null;
  readonly headers: DeliveryHeaders;
  readonly body: Json;
}

/** One delivery. @throws DomainError not-found, the same for an absent, a foreign and an expired delivery */
export class GetDelivery extends Query<DeliveryDetails> {
  constructor(
    readonly caller: Caller,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetDelivery)
export class GetDeliveryHandler implements IQueryHandler<GetDelivery> {
  constructor(
    private readonly deliveries: ReachableDeliveries,
    private readonly contents: DeliveryContentsStore,
    private readonly secrets: WorkspaceSecrets,
  ) {}

  async execute({ caller, id }: GetDelivery): Promise<DeliveryDetails> {
    const delivery = await this.deliveries.get(caller, id, 'read');
    const [contents, secrets] = await Promise.all([this.contents.of(delivery), this.secrets.of(delivery.workspaceId)]);
    if (contents === undefined) throw notFound('Delivery');
    const mask = SecretMask.of(secrets);
    const shown = async (value: Json): Promise<Json> => inTurns(redactionSteps(await inTurns(mask.steps(value))));
    const headers = (await shown(contents.headers)) as DeliveryHeaders;
    return { delivery, message: contents.message, headers, body: await shown(contents.payload) };
  }
}
