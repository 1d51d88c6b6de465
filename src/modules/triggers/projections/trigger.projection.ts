import { defineProjection, when } from '#ledger/rows/projection.js';
import type { Write } from '#ledger/rows/read-model.js';
import {
  TriggerBackfilled,
  TriggerDisabled,
  TriggerFired,
  TriggerFailureLimitChanged,
  TriggerPaused,
  TriggerReconfigured,
  TriggerRegistered,
  TriggerResumed,
  TriggerRetired,
  TriggerSecretRotated,
} from '../domain/trigger.events.js';
import { triggerModel, type TriggerRow } from './trigger.entity.js';

interface Place {
  readonly streamId: string;
  readonly position: number;
  readonly at: string;
}

function change({ streamId: id, position, at }: Place, changes: Partial<TriggerRow> = {}): Write[] {
  return [triggerModel.patch({ id, position, updatedAt: at, ...changes })];
}

/** The triggers of all workflows, also retired ones. Inline: a delivery right after a deployment finds its trigger. */
export const triggerProjection = defineProjection({
  name: 'trigger',
  version: 1,
  mode: 'inline',
  models: [triggerModel],
  on: [
    when(TriggerRegistered, ({ workspaceId, payload: { at: _, ...registered }, ...place }) => {
      const fresh = { ...registered, status: 'active', pauseMode: null, disabledReason: null } as const;
      if (place.position > 1) return change(place, fresh);
      const { streamId: id, position, at } = place;
      const added = { id, workspaceId: workspaceId ?? '', ...fresh, failureLimit: null, secretFormerUntil: null, position };
      return [triggerModel.add({ ...added, createdAt: at, updatedAt: at })];
    }),
    when(TriggerReconfigured, ({ payload: { at: _, ...settings }, ...place }) => change(place, settings)),
    when(TriggerPaused, ({ payload: { mode }, ...place }) => change(place, { status: 'paused', pauseMode: mode })),
    when(TriggerResumed, (place) => change(place, { status: 'active', pauseMode: null, disabledReason: null })),
    when(TriggerDisabled, ({ payload: { reason }, ...place }) =>
      change(place, { status: 'disabled', pauseMode: null, disabledReason: reason }),
    ),
    when(TriggerRetired, (place) => change(place, { status: 'retired', pauseMode: null, disabledReason: null })),
    when(TriggerFailureLimitChanged, ({ payload: { failureLimit }, ...place }) => change(place, { failureLimit })),
    // These change nothing that a user has set.
    when(TriggerFired, ({ streamId: id, position }) => [triggerModel.patch({ id, position })]),
    when(TriggerBackfilled, ({ streamId: id, position }) => [triggerModel.patch({ id, position })]),
    when(TriggerSecretRotated, ({ payload: { formerUntil }, ...place }) => change(place, { secretFormerUntil: formerUntil })),
  ],
});
