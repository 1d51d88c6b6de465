import { createHash } from 'node:crypto';
import type { Lifetime } from '#kernel/stream.js';
import { jsonSize, type JsonObject } from '#kernel/json.js';
import { nilId } from '#kernel/ids.js';
import { isLargeJson, writeJson } from '#host/loop/write-json.js';
import { divide, partsOf, putBack, type Divided, type LargePart } from './large-parts.js';

/** Payloads above about this size leave their large parts to the blob table. */
export const claimCheckBytes = 64 * 1024;
const smallestBlobBytes = 8 * 1024;

/** A part that was moved out of a payload. */
export interface Claim {
  readonly field: string;
  /** Where it was in the field, which holds null there; absent for the whole field. */
  readonly path?: readonly string[];
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
}

export interface BlobOwner {
  readonly lifetime: Lifetime;
  readonly streamId: string;
  readonly workspaceId: string | null;
}

/** The payloads of one append to one stream. A part that appears in several of them is written and hashed once. */
export class PayloadEncoder {
  readonly #blobs = new Map<string, Blob>();
  readonly #texts: WeakMap<object, string>;

  /** `texts`: what large parts were written as before. */
  constructor(
    private readonly owner: BlobOwner,
    texts = new WeakMap<object, string>(),
  ) {
    this.#texts = texts;
  }

  /** The large parts of all payloads so far. */
  get blobs(): readonly Blob[] {
    return [...this.#blobs.values()];
  }

  /** The JSON text of a payload; large parts of a large payload go out by content hash. */
  encode(payload: object): EncodedPayload {
    // A large one is not written as a whole first: its parts may be known.
    if (jsonSize(payload as JsonObject, claimCheckBytes) <= claimCheckBytes) return { json: JSON.stringify(payload), claims: null };
    const fields: string[] = [];
    const claims: Claim[] = [];
    for (const [field, value] of Object.entries(payload)) {
      const { rest, parts } = this.#divide(value);
      if (rest === undefined) continue;
      fields.push(`${JSON.stringify(field)}:${rest}`);
      claims.push(...parts.map((part) => this.#claim(field, part)));
    }
    return { json: `{${fields.join()}}`, claims: claims.length === 0 ? null : claims };
  }

  /** A field that is large without any large part goes out as a whole. */
  #divide(value: unknown): Divided {
    const divided = divide(value, { smallest: smallestBlobBytes, write: (part) => this.#write(part) });
    if (divided.rest === undefined || divided.rest.length < smallestBlobBytes) return divided;
    return { rest: 'null', parts: [{ path: [], text: JSON.stringify(value) }] };
  }

  #write(value: unknown): string | undefined {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) as string | undefined;
    const known = this.#texts.get(value);
    if (known !== undefined) return known;
    const text = JSON.stringify(value);
    if (text.length >= smallestBlobBytes) this.#texts.set(value, text);
    return text;
  }

  #claim(field: string, { path, text }: LargePart): Claim {
    let blob = this.#blobs.get(text);
    if (blob === undefined) this.#blobs.set(text, (blob = blobOf(text, this.owner)));
    const { hash, bytes } = blob;
    return { field, ...(path.length === 0 ? {} : { path }), hash, bytes, mediaType: 'application/json' };
  }
}

/** Writes the large parts of payloads for a `PayloadEncoder`, while other work has its turn. */
export async function writeLargeParts(events: readonly { readonly payload: object }[]): Promise<WeakMap<object, string>> {
  const texts = new WeakMap<object, string>();
  for (const part of events.flatMap(({ payload }) => partsOf(payload))) {
    if (!texts.has(part) && isLargeJson(part)) texts.set(part, await writeJson(part));
  }
  return texts;
}

/** Puts claimed parts back. `load` answers what a blob holds. */
export async function restorePayload(
  payload: Record<string, unknown>,
  claims: readonly Claim[],
  load: (hash: string) => Promise<unknown>,
): Promise<Record<string, unknown>> {
  const parts = await Promise.all(claims.map(({ hash }) => load(hash)));
  claims.forEach(({ field, path = [] }, index) => putBack(payload, [field, ...path], parts[index]));
  return payload;
}

function blobOf(json: string, { lifetime, streamId, workspaceId }: BlobOwner): Blob {
  const hash = createHash('sha256').update(json).digest('base64url');
  return { month: blobMonth(lifetime, streamId), workspaceId: workspaceId ?? nilId, hash, bytes: Buffer.byteLength(json), json };
}

/** Blobs live in the partition of the stream's month, so they go when its events go. Ledger blobs have a month of their own. */
export function blobMonth(lifetime: Lifetime, streamId: string): string {
  return lifetime === 'ledger' ? '1970-01-01' : `${streamTime(streamId).toISOString().slice(0, 7)}-01`;
}

/** The moment inside a version 7 UUID. */
export function streamTime(streamId: string): Date {
  return new Date(Number.parseInt(streamId.slice(0, 8) + streamId.slice(9, 13), 16));
}
