import type { AuditFact, AuditLine } from '#kernel/audit-line.js';
import type { RecordedEvent } from '#kernel/event.js';
import { EventCatalogue } from '#ledger/events/event-catalogue.js';
import type { FeedRow } from '#ledger/projections/event-feed.js';

/** An event and what the audit log says about it. */
export interface AuditedEvent {
  readonly event: RecordedEvent;
  readonly fact: AuditFact;
}

/** The audit lines that all modules declare, by event. */
export class AuditLines {
  readonly #lines: ReadonlyMap<string, AuditLine>;
  readonly #catalogue: EventCatalogue;

  constructor(lines: readonly AuditLine[]) {
    this.#lines = new Map(lines.map((line) => [line.definition.type, line]));
    this.#catalogue = new EventCatalogue(lines.map(({ definition }) => definition));
  }

  /** Of which events all are read, and of which only those that end a later append than the first of their stream. */
  get types(): { readonly all: readonly string[]; readonly later: readonly string[] } {
    const types = (onlyLater: boolean): readonly string[] =>
      [...this.#lines].filter(([, line]) => (line.onlyLater ?? false) === onlyLater).map(([type]) => type);
    return { all: types(false), later: types(true) };
  }

  /**
   * Undefined for an event that is not audited. Large parts of payloads are not fetched, since no entry contains them. An event whose line fails
   * gets an entry without details: that it happened is recorded in any case.
   */
  read(row: FeedRow): AuditedEvent | undefined {
    const line = this.#lines.get(row.type);
    // The last event of a part of the feed is there whatever it is.
    if (line === undefined || (line.onlyLater === true && !endsLater(row))) return undefined;
    const event = recorded(row);
    try {
      const upcast = { ...event, ...this.#catalogue.upcast(row.type, row.schema_version, row.data) };
      return { event: upcast, fact: line.tell(upcast) };
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      return { event, fact: { action: row.type, resourceType: row.type.split('.', 1)[0] ?? row.type, details: { untold: problem } } };
    }
  }
}

function endsLater({ digest }: FeedRow): boolean {
  return digest !== null && !digest.startsWith('1-');
}

function recorded(row: FeedRow): RecordedEvent {
  return {
    type: row.type,
    version: row.schema_version,
    payload: row.data,
    streamId: row.stream_id,
    position: row.version,
    workspaceId: row.workspace_id,
    meta: row.meta ?? {},
    at: row.at,
    ...(row.digest === null ? {} : { digest: row.digest }),
  };
}
