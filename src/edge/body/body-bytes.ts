import type { Request } from 'express';
import { DomainError } from '#kernel/errors.js';
import { invalidJson } from './parse-json.js';

/** Larger bodies are joined while they arrive: to join 10 MB at their end would take too long at once. */
const joinedFrom = 1024 * 1024;

/** Called once, with the error or with the body. */
export type BodyTaker = (error: unknown, body?: Buffer) => void;

/**
 * Reads a body of at most `most` bytes that is not compressed. Errors are DomainErrors.
 * A flag replaces the removal of listeners, since this runs for every request. Bytes that arrive after a refusal are dropped.
 */
export function readBytes(request: Request, most: number, take: BodyTaker): void {
  const refusal = refusalOf(request, most);
  if (refusal !== undefined) return take(refusal);
  let chunks: Buffer[] = [];
  let size = 0;
  let joined: Buffer | undefined;
  let isSettled = false;
  const settle: BodyTaker = (error, body) => {
    isSettled = true;
    chunks = [];
    joined = undefined;
    take(error, body);
  };
  request.on('data', (chunk: Buffer) => {
    if (isSettled) return;
    const from = size;
    size += chunk.length;
    if (size > most) return settle(tooLarge(most));
    if (size > joinedFrom) {
      joined = roomFor(size, joined ?? Buffer.concat(chunks, from), from, most);
      chunk.copy(joined, from);
      chunks = [];
    } else chunks.push(chunk);
  });
  request.on('end', () => {
    if (!isSettled) settle(undefined, joined?.subarray(0, size) ?? (chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, size)));
  });
  request.on('close', () => {
    if (!isSettled) settle(endedEarly());
  });
}

/** A buffer that begins with `size` bytes of `former` and has at least `needed`. It doubles, whatever length was stated: those bytes may never come. */
function roomFor(needed: number, former: Buffer, size: number, most: number): Buffer {
  if (former.length >= needed) return former;
  const larger = Buffer.allocUnsafeSlow(Math.min(most, Math.max(needed, 2 * former.length)));
  former.copy(larger, 0, 0, size);
  return larger;
}

function refusalOf({ headers, destroyed }: Request, most: number): DomainError | undefined {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    return unsupportedMedia('A compressed request body is not supported');
  if (Number(headers['content-length'] ?? 0) > most) return tooLarge(most);
  // When the caller disconnected while a guard ran, no further event arrives.
  return destroyed ? endedEarly() : undefined;
}

export function unsupportedMedia(message: string): DomainError {
  return new DomainError('unsupported-media', 'UNSUPPORTED_MEDIA_TYPE', message);
}

function tooLarge(most: number): DomainError {
  return new DomainError('too-large', 'PAYLOAD_TOO_LARGE', `The request body must not be larger than ${most / 1024 / 1024} MiB`);
}

function endedEarly(): DomainError {
  return invalidJson('The request body ended early');
}
