import { EventCatalogue } from '#ledger/events/event-catalogue.js';
import type { FeedRow } from '#ledger/projections/event-feed.js';
import type { RecordedEvent } from '#kernel/event.js';
import type { AuditFact } from '../domain/audit-fact.js';
import { auditLines } from './audit-lines.js';

/** An event and what it says to an auditor. */
export interface ToldEvent {
  readonly event: RecordedEvent;
  readonly fact: AuditFact;
}

const lines = new Map(auditLines.map((line) => [line.definition.type, line]));
const catalogue = new EventCatalogue(auditLines.map(({ definition }) => definition));

export const auditedTypes: readonly string[] = [...lines.keys()];

/**
 * Undefined for an event that is not audited. Large parts of payloads are not fetched: no entry tells of them. An event that cannot be
 * told is not passed over: that it happened is written down all the same.
 */
export function toldEvent(row: FeedRow): ToldEvent | undefined {
  const line = lines.get(row.type);
  if (line === undefined) return undefined;
  const event = recorded(row);
  try {
    const upcast = { ...event, payload: catalogue.upcast(row.type, row.schema_version, row.data) };
    return { event: upcast, fact: line.tell(upcast) };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { event, fact: { action: row.type, resourceType: row.type.split('.', 1)[0] ?? row.type, details: { untold: problem } } };
  }
}

function recorded(row: FeedRow): RecordedEvent {
  return {
    type: row.type,
    payload: row.data,
    streamId: row.stream_id,
    position: row.version,
    workspaceId: row.workspace_id,
    meta: row.meta ?? {},
    at: row.at,
  };
}
