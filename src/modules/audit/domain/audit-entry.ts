import type { JsonObject } from '#kernel/json.js';

/** Stands for the chain of all that belongs to no organization. */
export const instanceChain = '00000000-0000-0000-0000-000000000000';

/** What happened: who did what to which resource, and from where. All of it is covered by the hash of the entry. */
export interface AuditEntry {
  /** The organization, or `instanceChain`. */
  readonly chain: string;
  /** The place in the chain, from 1, without gaps. */
  readonly seq: number;
  readonly id: string;
  /** ISO 8601, UTC, milliseconds: when it happened. Neighbours of a chain may be a moment out of order. */
  readonly createdAt: string;
  readonly action: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly resourceName: string | null;
  readonly workspaceId: string | null;
  /** Null: the server itself, or somebody who came by a link that names nobody. */
  readonly actorId: string | null;
  /** Name and address as they were then. */
  readonly actorName: string | null;
  readonly actorEmail: string | null;
  readonly keyId: string | null;
  readonly requestId: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** More about it; where a setting changed, with `before` and `after`. */
  readonly metadata: JsonObject;
}

/** An entry in its chain: the hash covers the entry and, through the hash before it, all entries before it. */
export interface SealedEntry {
  readonly entry: AuditEntry;
  readonly hash: string;
}
