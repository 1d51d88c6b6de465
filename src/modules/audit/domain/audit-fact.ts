import type { EventDefinition, RecordedEvent } from '#kernel/event.js';
import type { JsonObject } from '#kernel/json.js';

/** What an event says to an auditor. */
export interface AuditFact {
  readonly action: string;
  readonly resourceType: string;
  /** Absent: the thing that the stream is about. */
  readonly resourceId?: string;
  /** What the resource is called from now on. */
  readonly name?: string;
  /** Settings as they are from now on; how they were before is looked up. Null: gone. */
  readonly settings?: JsonObject;
  /** How settings are before anybody has set them. */
  readonly initial?: JsonObject;
  /** The settings are those of this user in the resource. */
  readonly member?: string;
  /** What else is worth knowing. */
  readonly details?: JsonObject;
  /** To whom a new workspace belongs. */
  readonly organizationId?: string | null;
  /** Where the metadata of the event does not say it. */
  readonly actor?: { readonly id: string | null; readonly email: string | null };
}

/** How the events of one kind are told. */
export interface AuditLine {
  readonly definition: EventDefinition;
  readonly tell: (event: RecordedEvent) => AuditFact;
}

type Told = Omit<AuditFact, 'action' | 'resourceType'> & Partial<Pick<AuditFact, 'action' | 'resourceType'>>;

/** A line of the table of what is audited: an event, what it is called, what it is about, and what more there is to tell. */
export function audited<Type extends string, Payload extends object>(
  definition: EventDefinition<Type, Payload>,
  action: string,
  resourceType: string,
  more: (payload: Readonly<Payload>, event: RecordedEvent) => Told = () => ({}),
): AuditLine {
  return {
    definition: definition as unknown as EventDefinition,
    tell: (event) => ({ action, resourceType, ...more(event.payload as Readonly<Payload>, event) }),
  };
}
