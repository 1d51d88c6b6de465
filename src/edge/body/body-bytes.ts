import type { Request } from 'express';
import { DomainError } from '#kernel/errors.js';
import { invalidJson } from './parse-json.js';

/** Told once, with what went wrong or with the body. */
export type BodyTaker = (error: unknown, body?: Buffer) => void;

/**
 * Reads a body of at most `most` bytes that is not compressed. Errors are DomainErrors.
 * A flag instead of removing the listeners: this runs for every request. What comes after a refusal flows on and is dropped.
 */
export function readBytes(request: Request, most: number, take: BodyTaker): void {
  const refusal = refusalOf(request, most);
  if (refusal !== undefined) return take(refusal);
  let chunks: Buffer[] = [];
  let size = 0;
  let isSettled = false;
  const settle: BodyTaker = (error, body) => {
    isSettled = true;
    chunks = [];
    take(error, body);
  };
  request.on('data', (chunk: Buffer) => {
    if (isSettled) return;
    size += chunk.length;
    chunks.push(chunk);
    if (size > most) settle(tooLarge(most));
  });
  request.on('end', () => {
    if (!isSettled) settle(undefined, chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, size));
  });
  request.on('close', () => {
    if (!isSettled) settle(endedEarly());
  });
}

function refusalOf({ headers, destroyed }: Request, most: number): DomainError | undefined {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    return unsupportedMedia('A compressed request body is not supported');
  if (Number(headers['content-length'] ?? 0) > most) return tooLarge(most);
  // A caller who left while a guard was busy sends no further event to wait for.
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
