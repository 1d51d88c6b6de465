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
  /** The action, such as `workflow.deployed`. */
  readonly action: string;
  /** Type of the resource, such as `workflow`. */
  readonly resourceType: string;
  readonly resourceId: string;
  /** Name of the resource at that time; null if it has none. */
  readonly resourceName: string | null;
  /** The workspace; null for an entry about the organization itself. */
  readonly workspaceId: string | null;
  /** Null: the server itself, or a person with a link without an email address. */
  readonly actorId: string | null;
  /** Name of the actor at that time. */
  readonly actorName: string | null;
  /** Email address of the actor at that time. */
  readonly actorEmail: string | null;
  /** The API key of the request; null without one. */
  readonly keyId: string | null;
  /** The request; null for the server itself. */
  readonly requestId: string | null;
  /** Address of the client. */
  readonly ip: string | null;
  /** What the client calls itself. */
  readonly userAgent: string | null;
  /** Further facts; changed settings have `before` and `after`. */
  readonly metadata: JsonObject;
}

/** An entry in its chain: the hash covers the entry and, through the hash before it, all entries before it. */
export interface SealedEntry {
  readonly entry: AuditEntry;
  readonly hash: string;
}
