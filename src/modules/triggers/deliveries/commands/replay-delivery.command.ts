import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { conflict, forbidden, notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { DraftVersions } from '#modules/runs/index.js';
import { Deployments } from '#modules/workflows/index.js';
import { readTriggers } from '../../kinds/trigger-kinds.js';
import { DeliveryRows, type StoredDelivery } from '../../store/deliveries/delivery-rows.js';
import { Triggers, type RegisteredTrigger } from '../../store/triggers.js';
import { ReachableDeliveries } from '../queries/reachable-deliveries.js';
import { Replays } from '../replays.js';

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
    private readonly deployments: Deployments,
    private readonly drafts: DraftVersions,
  ) {}

  async execute({ caller, meta, id, usesDraft }: ReplayDelivery): Promise<StoredDelivery> {
    const delivery = await this.reachable.get(caller, id, 'write');
    const trigger = await this.triggers.find(delivery.triggerId);
    if (trigger === undefined) throw notFound('Delivery');
    const version = await this.#version(trigger, usesDraft);
    const replay = await this.rows.find(await this.replays.repeat(delivery, { trigger, version, meta }));
    if (replay === undefined) throw notFound('Delivery');
    return replay;
  }

  async #version({ workflowId, blockId }: RegisteredTrigger, usesDraft: boolean): Promise<number> {
    const { version, document } = usesDraft ? await this.drafts.present(workflowId) : await this.#active(workflowId);
    if (readTriggers(document).triggers.some(({ block }) => block.id === blockId)) return version;
    const which = usesDraft ? 'draft' : 'active version';
    throw conflict('CONFLICT', `The ${which} of the workflow does not have the block of the trigger`);
  }

  async #active(workflowId: string) {
    const found = await this.deployments.find(workflowId);
    if (found === undefined) throw conflict('CONFLICT', 'The workflow of the delivery is deleted');
    const { activeVersion: version } = found;
    if (version === null) throw forbidden('Workflow is not deployed', 'WORKFLOW_NOT_DEPLOYED');
    return { version, document: await this.deployments.document(workflowId, version) };
  }
}
