import { audited, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import type { JsonObject } from '#kernel/json.js';
import { defineStream } from '#kernel/stream.js';
import type { DisableReason, PauseMode, RetireReason } from './trigger.state.js';

/** The configuration of a trigger, as a deployed version of its workflow says it. */
type Configuration = {
  /** The deployed version of the workflow. */
  version: number;
  blockName: string;
  kind: string;
  provider: string;
  /** The last segment of the address for HTTP requests; null for a trigger that receives none. It is never given to another trigger. */
  path: string | null;
  /** The fields that decide when it fires. Never the value of a secret: those stay in the document of the version. */
  config: JsonObject;
  at: string;
};

/** A block of a deployed workflow became a trigger, for the first time or again. */
export const TriggerRegistered = defineEvent('trigger.registered')<Configuration & { workflowId: string; blockId: string }>();

/** Another version of the workflow became active. */
export const TriggerReconfigured = defineEvent('trigger.reconfigured')<Configuration>();

export const TriggerPaused = defineEvent('trigger.paused')<{ mode: PauseMode; at: string }>();
export const TriggerResumed = defineEvent('trigger.resumed')<{ at: string }>();

/** The server has stopped a trigger whose runs fail. */
export const TriggerDisabled = defineEvent('trigger.disabled')<{ reason: DisableReason; failures: number; at: string }>();

/** The trigger does not fire any more. It keeps its address in case a later version has its block again. */
export const TriggerRetired = defineEvent('trigger.retired')<{ reason: RetireReason; at: string }>();

/** The number of failed runs in a row that disable the trigger; null: the limit of the server. */
export const TriggerFailureLimitChanged = defineEvent('trigger.failure-limit-changed')<{ failureLimit: number | null; at: string }>();

/** A new secret was made. The one before stays valid for a while. */
export const TriggerSecretRotated = defineEvent('trigger.secret-rotated')<{
  /** Until when the secret before is accepted, in ISO 8601. */
  formerUntil: string;
  at: string;
}>();

/** A user has started a run of a schedule. `executionId` is null if its account may not start runs. */
export const TriggerFired = defineEvent('trigger.fired')<{ executionId: string | null; at: string }>();

/** A user has started runs for the times of a range that had none. */
export const TriggerBackfilled = defineEvent('trigger.backfilled')<{
  /** The range, in ISO 8601. */
  from: string;
  to: string;
  /** The times that had no run. */
  occurrences: number;
  at: string;
}>();

export const triggerEvents = [
  TriggerRegistered,
  TriggerReconfigured,
  TriggerPaused,
  TriggerResumed,
  TriggerDisabled,
  TriggerRetired,
  TriggerFailureLimitChanged,
  TriggerSecretRotated,
  TriggerFired,
  TriggerBackfilled,
] as const;

export type TriggerEvent = EventOf<typeof triggerEvents>;
export const triggerStream = defineStream('trigger', 'ledger', triggerEvents);

export const triggerAudit: readonly AuditLine[] = [
  audited(TriggerRegistered, 'trigger.registered', 'trigger', ({ workflowId, blockId, blockName, kind, provider, version }) => ({
    name: blockName,
    settings: { status: 'active', version },
    initial: { status: null, version: null },
    details: { workflowId, blockId, kind, provider },
  })),
  audited(TriggerReconfigured, 'trigger.reconfigured', 'trigger', ({ blockName, version }) => ({
    name: blockName,
    settings: { version },
  })),
  audited(TriggerPaused, 'trigger.paused', 'trigger', ({ mode }) => ({ settings: { status: 'paused' }, details: { mode } })),
  audited(TriggerResumed, 'trigger.resumed', 'trigger', () => ({ settings: { status: 'active' } })),
  audited(TriggerDisabled, 'trigger.disabled', 'trigger', ({ reason, failures }) => ({
    settings: { status: 'disabled' },
    details: { reason, failures },
  })),
  audited(TriggerRetired, 'trigger.retired', 'trigger', ({ reason }) => ({ settings: { status: 'retired' }, details: { reason } })),
  audited(TriggerFailureLimitChanged, 'trigger.failure_limit_changed', 'trigger', ({ failureLimit }) => ({
    settings: { failureLimit },
    initial: { failureLimit: null },
  })),
  audited(TriggerSecretRotated, 'trigger.secret_rotated', 'trigger', ({ formerUntil }) => ({ details: { formerUntil } })),
  audited(TriggerFired, 'schedule.triggered_now', 'trigger', ({ executionId }) => ({ details: { executionId } })),
  audited(TriggerBackfilled, 'schedule.backfilled', 'trigger', ({ from, to, occurrences }) => ({ details: { from, to, occurrences } })),
];
