import type { JsonObject } from '#kernel/json.js';

/** *hold*: deliveries wait until the trigger is resumed. *drop*: they are refused. */
export const pauseModes = ['hold', 'drop'] as const;
export type PauseMode = (typeof pauseModes)[number];

export type DisableReason = 'consecutive-failures';

/** The version that is active now does not have the block, no version is active, or the workflow is deleted. */
export type RetireReason = 'block-removed' | 'undeployed' | 'workflow-deleted' | 'workspace-deleted';

export const triggerStatuses = ['active', 'paused', 'disabled', 'retired'] as const;
export type TriggerStatus = (typeof triggerStatuses)[number];

/** What a block of a version says about its trigger. */
export interface TriggerSettings {
  readonly version: number;
  readonly blockName: string;
  readonly kind: string;
  readonly provider: string;
  readonly config: JsonObject;
}

export interface KnownTrigger extends TriggerSettings {
  readonly status: TriggerStatus;
  /** Null while the trigger is not paused. */
  readonly pauseMode: PauseMode | null;
  /** How many failed runs in a row disable the trigger; null: the limit of the server. */
  readonly failureLimit: number | null;
  /** Null until the trigger first receives HTTP requests; it never changes after that. */
  readonly path: string | null;
}

export type TriggerState = { readonly status: 'absent' } | KnownTrigger;

/** Whether a text can be the address of a trigger: those of this server have 22 characters, kept ones of other servers 16 to 128. */
export function isWebhookPath(path: string): boolean {
  return /^[\w-]{16,128}$/.test(path);
}
