import type { JsonObject } from '#kernel/json.js';
import { record } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { PauseMode, TriggerStatus } from '../domain/trigger.state.js';

export interface TriggerRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly blockId: string;
  /** Name of the block in the version. */
  readonly blockName: string;
  readonly kind: string;
  readonly provider: string;
  readonly status: TriggerStatus;
  readonly pauseMode: PauseMode | null;
  /** How many failed runs in a row disable it; null: the limit of the server. */
  readonly failureLimit: number | null;
  readonly disabledReason: string | null;
  readonly path: string | null;
  /** The fields of the block that decide when it fires, without secrets. */
  readonly config: JsonObject;
  /** Until when the secret before the last rotation is accepted; null if it was never rotated. */
  readonly secretFormerUntil: string | null;
  /** The deployed version of the workflow whose block counts. */
  readonly version: number;
  /** Position of the last event. */
  readonly position: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const triggerModel = new ReadModel<TriggerRow, 'id'>({
  table: 'trigger',
  key: ['id'],
  kept: record('an address that a trigger had is never given to another one'),
  columns: {
    id: { type: 'uuid' },
    workspaceId: { type: 'uuid' },
    workflowId: { type: 'uuid' },
    blockId: { type: 'text' },
    blockName: { type: 'text' },
    kind: { type: 'text' },
    provider: { type: 'text' },
    status: { type: 'text' },
    pauseMode: { type: 'text', nullable: true },
    failureLimit: { type: 'integer', nullable: true },
    disabledReason: { type: 'text', nullable: true },
    path: { type: 'text', nullable: true },
    config: { type: 'jsonb' },
    secretFormerUntil: { type: 'timestamptz', nullable: true },
    version: { type: 'integer' },
    position: { type: 'integer' },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
  },
});
