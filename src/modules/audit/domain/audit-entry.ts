import type { JsonObject } from '#kernel/json.js';

/** The id of the chain for everything outside of organizations. */
export const instanceChain = '00000000-0000-0000-0000-000000000000';

/** Who did what to which resource, and from where. The hash of the entry covers all members. */
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
  /** Null: the server itself, or a person with a link without an email address. */
  readonly actorId: string | null;
  /** Name and email address at that time. */
  readonly actorName: string | null;
  readonly actorEmail: string | null;
  readonly keyId: string | null;
  readonly requestId: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** Further facts; changed settings have `before` and `after`. */
  readonly metadata: JsonObject;
}

/** An entry in its chain: the hash covers the entry and, through the hash before it, all entries before it. */
export interface SealedEntry {
  readonly entry: AuditEntry;
  readonly hash: string;
}
