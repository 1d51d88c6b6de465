import type { RecordedEvent } from '#kernel/event.js';
import type { Json, JsonObject } from '#kernel/json.js';
import { instanceChain, type AuditEntry } from './audit-entry.js';
import type { AuditFact } from '#kernel/audit-line.js';

/** A resource in entries, as it was after the last of them. */
export interface Subject {
  /** The id of the resource; `<id>/<user id>` for a member of it. */
  readonly key: string;
  /** The organization of a workspace. */
  readonly organizationId: string | null;
  readonly name: string | null;
  readonly settings: JsonObject;
}

/** An entry without a place in its chain. */
export type UnsealedEntry = Omit<AuditEntry, 'seq' | 'id'>;

/** The keys of the subjects that the entry of an event needs. */
export function subjectsOf(event: RecordedEvent, fact: AuditFact): string[] {
  const resourceId = fact.resourceId ?? event.streamId;
  const member = fact.member === undefined ? [] : [fact.member, memberKey(resourceId, fact.member)];
  const actor = actorOf(event, fact).id;
  return [resourceId, ...member, ...(event.workspaceId === null ? [] : [event.workspaceId]), ...(actor === null ? [] : [actor])];
}

/** Keeps the names and settings of resources, so that an entry can show the former values. */
export class SubjectBook {
  readonly #subjects: Map<string, Subject>;
  readonly #changed = new Map<string, Subject>();

  constructor(known: Iterable<Subject>) {
    this.#subjects = new Map(Array.from(known, (subject) => [subject.key, subject]));
  }

  get changed(): readonly Subject[] {
    return [...this.#changed.values()];
  }

  /** The entry of an event. Call it in the order of events. */
  enter(event: RecordedEvent, fact: AuditFact): UnsealedEntry {
    const resourceId = fact.resourceId ?? event.streamId;
    this.#learn(resourceId, fact);
    const actor = actorOf(event, fact);
    const known = actor.id === null ? undefined : this.#subjects.get(actor.id);
    const { keyId = null, requestId = null, ip = null, userAgent = null } = event.meta;
    return {
      chain: this.#chainOf(resourceId, event, fact),
      createdAt: event.at,
      action: fact.action,
      resourceType: fact.resourceType,
      resourceId,
      resourceName: this.#of(resourceId).name,
      workspaceId: event.workspaceId,
      actorId: actor.id,
      actorName: known?.name ?? null,
      actorEmail: actor.email ?? emailOf(known),
      keyId,
      requestId,
      ip,
      userAgent,
      metadata: { ...fact.details, ...this.#member(fact), ...this.#change(resourceId, fact) },
    };
  }

  #learn(resourceId: string, { name, organizationId }: AuditFact): void {
    if (name === undefined && organizationId === undefined) return;
    const former = this.#of(resourceId);
    this.#set({ ...former, name: name ?? former.name, organizationId: organizationId ?? former.organizationId });
  }

  #member({ member }: AuditFact): JsonObject {
    return member === undefined ? {} : { userId: member, email: emailOf(this.#of(member)) };
  }

  #change(resourceId: string, { settings, initial = {}, member }: AuditFact): JsonObject {
    if (settings === undefined) return {};
    const holder = this.#of(member === undefined ? resourceId : memberKey(resourceId, member));
    this.#set({ ...holder, settings: { ...holder.settings, ...settings } });
    const before = Object.fromEntries(
      Object.keys(settings).flatMap((name): [string, Json][] => {
        const known = Object.hasOwn(holder.settings, name) ? holder.settings : initial;
        const value = Object.hasOwn(known, name) ? known[name] : undefined;
        return value === undefined ? [] : [[name, value]];
      }),
    );
    return { ...(Object.keys(before).length === 0 ? {} : { before }), after: settings };
  }

  #chainOf(resourceId: string, { workspaceId }: RecordedEvent, { resourceType }: AuditFact): string {
    if (resourceType === 'organization') return resourceId;
    return (workspaceId === null ? null : this.#of(workspaceId).organizationId) ?? instanceChain;
  }

  #of(key: string): Subject {
    return this.#subjects.get(key) ?? { key, organizationId: null, name: null, settings: {} };
  }

  #set(subject: Subject): void {
    this.#subjects.set(subject.key, subject);
    this.#changed.set(subject.key, subject);
  }
}

function memberKey(resourceId: string, userId: string): string {
  return `${resourceId}/${userId}`;
}

function actorOf({ meta }: RecordedEvent, { actor }: AuditFact): { readonly id: string | null; readonly email: string | null } {
  return actor ?? { id: meta.actorId ?? null, email: null };
}

function emailOf(user: Subject | undefined): string | null {
  const email = user?.settings['email'];
  return typeof email === 'string' ? email : null;
}
