import { createHash } from 'node:crypto';
import type { Lifetime } from './event-store.js';

/** Stands for "no workspace" where a key may not be null. */
export const noWorkspace = '00000000-0000-0000-0000-000000000000';

/** Payloads above this size leave their large fields to the blob table. */
export const claimCheckBytes = 64 * 1024;
const smallestBlobBytes = 8 * 1024;

/** A field that was moved out of a payload. */
export interface Claim {
  readonly field: string;
  readonly hash: string;
  readonly bytes: number;
  readonly mediaType: 'application/json';
}

export interface Blob {
  readonly month: string;
  readonly workspaceId: string;
  readonly hash: string;
  readonly bytes: number;
  readonly json: string;
}

export interface EncodedPayload {
  readonly json: string;
  readonly claims: readonly Claim[] | null;
  readonly blobs: readonly Blob[];
}

export interface BlobOwner {
  readonly lifetime: Lifetime;
  readonly streamId: string;
  readonly workspaceId: string | null;
}

/** The JSON text of a payload; large fields of a large payload go out once by content hash. */
export function encodePayload(payload: object, owner: BlobOwner): EncodedPayload {
  const json = JSON.stringify(payload);
  if (json.length < claimCheckBytes) return { json, claims: null, blobs: [] };
  const kept: [string, unknown][] = [];
  const claims: Claim[] = [];
  const blobs: Blob[] = [];
  for (const [field, value] of Object.entries(payload)) {
    const text = JSON.stringify(value) as string | undefined;
    if (text === undefined || text.length < smallestBlobBytes) kept.push([field, value]);
    else {
      const blob = blobOf(text, owner);
      claims.push({ field, hash: blob.hash, bytes: blob.bytes, mediaType: 'application/json' });
      if (!blobs.some(({ hash }) => hash === blob.hash)) blobs.push(blob);
    }
  }
  return { json: JSON.stringify(Object.fromEntries(kept)), claims, blobs };
}

/** Puts claimed fields back. `load` answers the JSON text of a blob. */
export async function restorePayload(
  payload: Record<string, unknown>,
  claims: readonly Claim[],
  load: (hash: string) => Promise<string>,
): Promise<Record<string, unknown>> {
  const fields = await Promise.all(claims.map(async ({ field, hash }) => [field, JSON.parse(await load(hash)) as unknown] as const));
  return { ...payload, ...Object.fromEntries(fields) };
}

function blobOf(json: string, { lifetime, streamId, workspaceId }: BlobOwner): Blob {
  const hash = createHash('sha256').update(json).digest('base64url');
  return { month: blobMonth(lifetime, streamId), workspaceId: workspaceId ?? noWorkspace, hash, bytes: Buffer.byteLength(json), json };
}

/** Blobs live in the partition of the stream's month, so they go when its events go. Ledger blobs have a month of their own. */
export function blobMonth(lifetime: Lifetime, streamId: string): string {
  return lifetime === 'ledger' ? '1970-01-01' : `${streamTime(streamId).toISOString().slice(0, 7)}-01`;
}

/** The moment inside a version 7 UUID. */
export function streamTime(streamId: string): Date {
  return new Date(Number.parseInt(streamId.slice(0, 8) + streamId.slice(9, 13), 16));
}
