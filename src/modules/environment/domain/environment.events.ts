import { audited, settingsOf, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';

/** Contains names only: events are kept forever, and values must be removable. */
export const EnvironmentChanged = defineEvent('environment.changed')<{ set: readonly string[]; removed: readonly string[] }>();

export const environmentEvents = [EnvironmentChanged] as const;
export type EnvironmentEvent = EventOf<typeof environmentEvents>;
export const environmentStream = defineStream('environment', 'ledger', environmentEvents);

export const environmentAudit: readonly AuditLine[] = [
  audited(EnvironmentChanged, 'environment.updated', 'environment', ({ set, removed }, { workspaceId, streamId }) => ({
    resourceId: workspaceId ?? streamId,
    details: settingsOf({ set, removed }),
  })),
];
