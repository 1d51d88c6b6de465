import type { EventDefinition, RecordedEvent } from '#kernel/event.js';
import type { JsonObject } from '#kernel/json.js';

/** What the audit log says about an event. */
export interface AuditFact {
  readonly action: string;
  readonly resourceType: string;
  /** Absent: the id of the stream. */
  readonly resourceId?: string;
  /** The name of the resource from now on. */
  readonly name?: string;
  /** Settings as they are from now on; the audit log looks up their former values. Null: removed. */
  readonly settings?: JsonObject;
  /** The former values of settings that were never set. */
  readonly initial?: JsonObject;
  /** The settings belong to this user in the resource. */
  readonly member?: string;
  readonly details?: JsonObject;
  /** The owner of a new workspace. */
  readonly organizationId?: string | null;
  /** Where the metadata of the event does not name the actor. */
  readonly actor?: { readonly id: string | null; readonly email: string | null };
}

/** How events of one type appear in the audit log. */
export interface AuditLine {
  readonly definition: EventDefinition;
  /** Only events that end a later append of their stream than the first, with a digest: the entry of the first event vouches for the first append. */
  readonly onlyLater?: true;
  readonly tell: (event: RecordedEvent) => AuditFact;
}

/** The members of an object, as settings hold them. */
export const settingsOf = (members: object): JsonObject => ({ ...members }) as JsonObject;

type Told = Omit<AuditFact, 'action' | 'resourceType'> & Partial<Pick<AuditFact, 'action' | 'resourceType'>>;

/** Declares how an event appears in the audit log: the action, the type of its resource, and further facts from its payload. */
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
