import { defineProjection, when } from '#ledger/rows/projection.js';
import {
  DeliveryReplayAdvanced,
  DeliveryReplayCancelled,
  DeliveryReplayCompleted,
  DeliveryReplayRequested,
} from '../domain/delivery-replay.events.js';
import { deliveryReplayModel } from './delivery-replay.entity.js';

const nothing = { upTo: null, replayed: 0, refused: 0, refusals: [], waitsFor: null } as const;

/** Bulk replays. Inline: their next step begins where the last one has ended. */
export const deliveryReplayProjection = defineProjection({
  name: 'delivery-replay',
  version: 1,
  mode: 'inline',
  models: [deliveryReplayModel],
  on: [
    when(DeliveryReplayRequested, ({ streamId: id, position, workspaceId, payload: { at, ...request } }) => {
      const row = { id, workspaceId: workspaceId ?? '', status: 'running', ...request, ...nothing, requestedAt: at } as const;
      return [deliveryReplayModel.add({ ...row, endedAt: null, position })];
    }),
    when(DeliveryReplayAdvanced, ({ streamId: id, position, payload: { at: _, ...progress } }) => [
      deliveryReplayModel.patch({ id, position, ...progress }),
    ]),
    when(DeliveryReplayCompleted, ({ streamId: id, position, payload: { at } }) => [
      deliveryReplayModel.patch({ id, position, status: 'completed', endedAt: at }),
    ]),
    when(DeliveryReplayCancelled, ({ streamId: id, position, payload: { at } }) => [
      deliveryReplayModel.patch({ id, position, status: 'cancelled', waitsFor: null, endedAt: at }),
    ]),
  ],
});
