import { createHash } from 'node:crypto';
import { Turn } from '#host/loop/turn.js';
import { isLargeJson, largeJsonBytes, writeJson } from '#host/loop/write-json.js';
import { deepestJson, jsonSize, type Json } from '#kernel/json.js';
import { partsOf } from './large-parts.js';

/** Payloads above about this size leave their large parts to the blob table. */
export const claimCheckBytes = 64 * 1024;
export const smallestBlobBytes = 8 * 1024;
/** How deep a payload is nested has been checked before. */
const anyDepth = 2 * deepestJson;
const hashedAtOnce = 1024 * 1024;

/** Whether a payload is stored as one text. */
export function isSmall(payload: object): boolean {
  return jsonSize(payload as Json, claimCheckBytes, anyDepth) <= claimCheckBytes;
}

/** Whether payloads are stored as one text each, and written so quickly that other work need not have its turn meanwhile. */
export function areSmall(payloads: readonly object[]): boolean {
  let bytes = 0;
  for (const payload of payloads) {
    const size = jsonSize(payload as Json, claimCheckBytes, anyDepth);
    bytes += size;
    if (size > claimCheckBytes || bytes > largeJsonBytes) return false;
  }
  return true;
}

/** What a blob holds. */
export interface BlobContent {
  readonly hash: string;
  readonly bytes: number;
  readonly json: string;
  /** The JSON as a field of a row, as `jsonField` makes it: UTF-8 where it is large. */
  readonly field: string | Buffer;
}

/** Parts of the payloads of one append, each of which is written and hashed once. */
export class WrittenParts {
  /** Texts are compared as values: a template makes the same text again for each block. */
  readonly #texts = new Map<unknown, string>();
  readonly #contents = new Map<string, BlobContent>();

  textOf(part: unknown): string | undefined {
    return this.#texts.get(part);
  }

  contentOf(text: string): BlobContent | undefined {
    return this.#contents.get(text);
  }

  note(part: unknown, text: string): void {
    this.#texts.set(part, text);
  }

  /** Writes and hashes the parts of these payloads that become blobs in pieces, between which other work has its turn. */
  async writeAll(payloads: readonly object[]): Promise<void> {
    const turn = await Turn.begin();
    for (const payload of payloads) {
      if (isSmall(payload)) continue;
      for (const part of partsOf(payload)) if (!this.#texts.has(part)) await this.#write(part);
      if (turn.isOver) await turn.yield();
    }
  }

  async #write(part: object | string): Promise<void> {
    if (jsonSize(part as Json, smallestBlobBytes, anyDepth) <= smallestBlobBytes) return;
    const isLarge = isLargeJson(part);
    const text = isLarge ? await writeJson(part) : JSON.stringify(part);
    this.#texts.set(part, text);
    if (!this.#contents.has(text)) this.#contents.set(text, isLarge ? await contentInPieces(text) : contentOf(text));
  }
}

/**
 * PostgreSQL refuses some escapes (NUL, lone surrogates) while it takes a row apart, though not in a json value. Texts with
 * escapes therefore travel inside a string.
 */
export function jsonField(json: string): string {
  return json.includes('\\u') ? `"e":${JSON.stringify(json)}` : `"d":${json}`;
}

export function contentOf(json: string): BlobContent {
  return { hash: createHash('sha256').update(json).digest('base64url'), bytes: Buffer.byteLength(json), json, field: jsonField(json) };
}

async function contentInPieces(json: string): Promise<BlobContent> {
  const turn = await Turn.begin();
  const bytes = Buffer.from(json);
  const hash = createHash('sha256');
  for (let from = 0; from < bytes.length; from += hashedAtOnce) {
    hash.update(bytes.subarray(from, from + hashedAtOnce));
    if (turn.isOver) await turn.yield();
  }
  const field = json.includes('\\u') ? [Buffer.from('"e":'), Buffer.from(await writeJson(json))] : [Buffer.from('"d":'), bytes];
  return { hash: hash.digest('base64url'), bytes: bytes.length, json, field: Buffer.concat(field) };
}
