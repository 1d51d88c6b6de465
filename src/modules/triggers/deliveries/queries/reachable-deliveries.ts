import { Injectable } from '@nestjs/common';
import { requireReach, type Caller, type Permission } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import { RetentionRules } from '#modules/retention/index.js';
import { DeliveryRows, type StoredDelivery } from '../../store/deliveries/delivery-rows.js';

/** The deliveries that a caller may see. One that is held does not expire, and one with a run expires with its run. */
@Injectable()
export class ReachableDeliveries {
  constructor(
    private readonly rows: DeliveryRows,
    private readonly retention: RetentionRules,
  ) {}

  /** @throws DomainError not-found, the same for an absent, a foreign and an expired delivery; forbidden when the caller lacks the permission */
  async get(caller: Caller, id: string, needed: Permission): Promise<StoredDelivery> {
    const row = await this.rows.find(id);
    if (row === undefined) throw notFound('Delivery');
    requireReach(caller, row.workspaceId, needed, 'Delivery');
    if (await this.#isPast(row)) throw notFound('Delivery');
    return row;
  }

  async #isPast({ workspaceId, executionId, jobId, outcome, receivedAt }: StoredDelivery): Promise<boolean> {
    if (executionId !== null && jobId !== null) return this.retention.isPast({ executionId, workspaceId });
    const since = await this.retention.shownSince(workspaceId);
    return since !== undefined && outcome !== 'held' && receivedAt < since.toISOString();
  }
}
