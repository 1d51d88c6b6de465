import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { deleteInSteps } from '#ledger/chores/delete-in-steps.js';
import { UniqueConflict } from '#ledger/events/event-store.js';
import type { Write } from '#ledger/rows/read-model.js';
import { Clock } from '#kernel/clock.js';
import { deliveryClaim } from './delivery-claim.entity.js';

const keptForMs = 7 * 24 * 3_600_000;

/** The delivery that has used a key, and its run. */
export interface EarlierDelivery {
  readonly deliveryId: string;
  readonly executionId: string | null;
  readonly jobId: string | null;
}

/** Ensures that a key of a trigger is used once within 7 days, across processes and crashes. */
@Injectable()
export class DeliveryClaims {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** The row that claims the key, for the append of its delivery. The append fails if the key is taken. */
  claim(triggerId: string, key: string, deliveryId: string): Write {
    return deliveryClaim.add({ triggerId, key: digest(key), deliveryId, createdAt: this.clock.now().toISOString() });
  }

  /** What gives back the key of a delivery that was received then, for the append that refuses it. After its time, another one may hold the key. */
  giveBack(triggerId: string, key: string, receivedAt: string): readonly Write[] {
    return Date.parse(receivedAt) < this.#oldest().getTime() ? [] : [deliveryClaim.remove({ triggerId, key: digest(key) })];
  }

  /** Whether an append has failed because the key of its delivery is taken. */
  isTaken(error: unknown): boolean {
    return error instanceof UniqueConflict && error.constraint === 'delivery_claim_pkey';
  }

  /** The delivery that holds the key; undefined when its time is over: then the key is free. */
  async holder(triggerId: string, key: string): Promise<EarlierDelivery | undefined> {
    const values = [triggerId, digest(key), this.#oldest()];
    await this.pool.query({
      name: 'forget_delivery_claim',
      text: 'delete from delivery_claim where trigger_id = $1 and key = $2 and created_at < $3',
      values,
    });
    const { rows } = await this.pool.query<EarlierDelivery>({
      name: 'delivery_claim_holder',
      text: `select c.delivery_id as "deliveryId", d.execution_id as "executionId", d.job_id as "jobId"
             from delivery_claim c left join delivery d on d.id = c.delivery_id where c.trigger_id = $1 and c.key = $2 and c.created_at >= $3`,
      values,
    });
    return rows[0];
  }

  /** Deletes claims whose time is over. */
  forgetOld(): Promise<void> {
    return deleteInSteps(this.pool, 'delivery_claim', 'created_at < $1', [this.#oldest()]);
  }

  #oldest(): Date {
    return new Date(this.clock.now().getTime() - keptForMs);
  }
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
