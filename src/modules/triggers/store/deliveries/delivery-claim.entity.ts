import { fleeting } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** The key of a delivery. Becomes durable with the delivery, so that one event starts one run. */
export interface DeliveryClaimRow {
  readonly triggerId: string;
  /** Digest of the key: senders choose its length. */
  readonly key: string;
  readonly deliveryId: string;
  readonly createdAt: string;
}

export const deliveryClaim = new ReadModel<DeliveryClaimRow, 'triggerId' | 'key'>({
  table: 'delivery_claim',
  key: ['triggerId', 'key'],
  kept: fleeting('after 7 days a key may be used again'),
  columns: {
    triggerId: { type: 'uuid' },
    key: { type: 'text' },
    deliveryId: { type: 'uuid' },
    createdAt: { type: 'timestamptz' },
  },
});
