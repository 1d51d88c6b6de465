import type { Lifetime } from '#kernel/stream.js';
import { nilId } from '#kernel/ids.js';
import { divide, putBack, type Divided, type LargePart } from './large-parts.js';
import { WrittenParts, contentOf, isSmall, smallestBlobBytes, type BlobContent } from './written-parts.js';

/** A part that was moved out of a payload. */
export interface Claim {
  readonly field: string;
  /** Where it was in the field, which holds null there; absent for the whole field. */
  readonly path?: readonly string[];
  readonly hash: string;
  readonly bytes: number;
  readonly mediaType: 'application/json';
}

export interface Blob extends BlobContent {
  readonly month: string;
  readonly workspaceId: string;
  readonly owner: BlobOwner;
}

export interface EncodedPayload {
  readonly json: string;
  readonly claims: readonly Claim[] | null;
}

export interface BlobOwner {
  readonly lifetime: Lifetime;
  readonly streamId: string;
  readonly workspaceId: string | null;
  /** Its number of events before. */
  readonly expected: number;
}

/** The payloads of one append to one stream. A part that appears in several of them is written and hashed once. */
export class PayloadEncoder {
  readonly #blobs = new Map<string, Blob>();

  /** `parts`: those that were written before. */
  constructor(
    private readonly owner: BlobOwner,
    private readonly parts = new WrittenParts(),
  ) {}

  /** The large parts of all payloads so far. */
  get blobs(): readonly Blob[] {
    return [...this.#blobs.values()];
  }

  /** The JSON text of a payload; large parts of a large payload go out by content hash. */
  encode(payload: object): EncodedPayload {
    // A large one is not written as a whole first: its parts may be known.
    if (isSmall(payload)) return { json: JSON.stringify(payload), claims: null };
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
    const known = this.parts.textOf(value);
    if (known !== undefined) return known;
    const text = JSON.stringify(value) as string | undefined;
    if (text !== undefined && text.length >= smallestBlobBytes) this.parts.note(value, text);
    return text;
  }

  #claim(field: string, { path, text }: LargePart): Claim {
    let blob = this.#blobs.get(text);
    if (blob === undefined) this.#blobs.set(text, (blob = this.#blobOf(text)));
    const { hash, bytes } = blob;
    return { field, ...(path.length === 0 ? {} : { path }), hash, bytes, mediaType: 'application/json' };
  }

  #blobOf(text: string): Blob {
    const { lifetime, streamId, workspaceId } = this.owner;
    const content = this.parts.contentOf(text) ?? contentOf(text);
    return { month: blobMonth(lifetime, streamId), workspaceId: workspaceId ?? nilId, owner: this.owner, ...content };
  }
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

/** Blobs live in the partition of the stream's month, so they go when its events go. Ledger blobs have a month of their own. */
export function blobMonth(lifetime: Lifetime, streamId: string): string {
  return lifetime === 'ledger' ? '1970-01-01' : `${streamTime(streamId).toISOString().slice(0, 7)}-01`;
}

/** The moment inside a version 7 UUID. */
export function streamTime(streamId: string): Date {
  return new Date(Number.parseInt(streamId.slice(0, 8) + streamId.slice(9, 13), 16));
}
