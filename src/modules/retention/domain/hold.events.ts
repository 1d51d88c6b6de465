import { audited, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';

/** A run is kept regardless of its retention time, for a dispute or an inquiry. */
export const ExecutionHeld = defineEvent('execution-hold.placed')<{ executionId: string; reason: string }>();
export const ExecutionReleased = defineEvent('execution-hold.released')<{ executionId: string }>();

export const holdEvents = [ExecutionHeld, ExecutionReleased] as const;
export type HoldEvent = EventOf<typeof holdEvents>;
export const holdStream = defineStream('hold', 'ledger', holdEvents);

export const holdAudit: readonly AuditLine[] = [
  audited(ExecutionHeld, 'execution.held', 'execution', ({ executionId, reason }) => ({
    resourceId: executionId,
    settings: { held: true, reason },
    initial: { held: false, reason: null },
  })),
  audited(ExecutionReleased, 'execution.released', 'execution', ({ executionId }) => ({
    resourceId: executionId,
    settings: { held: false, reason: null },
  })),
];
