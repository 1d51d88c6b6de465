import { hash } from 'node:crypto';

/** What the running digest covers of an event. All of it is stored as it is hashed. */
export interface DigestedEvent {
  readonly version: number;
  readonly type: string;
  readonly schemaVersion: number;
  readonly workspaceId: string | null;
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string;
  /** JSON texts. Large parts of the data are named by their hashes in the claims. */
  readonly meta: string | null;
  readonly claims: string | null;
  readonly data: string;
}

/** The running digest of a stream after one append: which events the append contains, and SHA-256 over them and all before them. */
export interface DigestMark {
  readonly first: number;
  readonly last: number;
  /** In base64url. */
  readonly digest: string;
}

/** The digest before the first append. */
export const digestStart = '';

/** No part contains a line break, so no two events have the same text. */
export function eventText({ version, type, schemaVersion, workspaceId, at, meta, claims, data }: DigestedEvent): string {
  return `${version}\n${type}\n${schemaVersion}\n${workspaceId ?? ''}\n${at}\n${meta ?? ''}\n${claims ?? ''}\n${data}`;
}

/** What is hashed before the texts of an append, each of which follows a line break. */
export function digestHead(previous: string, streamId: string): string {
  return `${previous}\n${streamId}`;
}

export function appendDigest(previous: string, streamId: string, texts: readonly string[]): string {
  return hash('sha256', `${digestHead(previous, streamId)}\n${texts.join('\n')}`, 'base64url');
}

/** The text of a mark: `<first>-<last>.<digest>`. */
export function markText({ first, last, digest }: DigestMark): string {
  return `${first}-${last}.${digest}`;
}

/** Undefined for a text that is no mark. */
export function parseMark(text: string): DigestMark | undefined {
  const [, first, last, digest] = /^([1-9]\d*)-([1-9]\d*)\.([\w-]{43})$/.exec(text) ?? [];
  return digest === undefined ? undefined : { first: Number(first), last: Number(last), digest };
}
