import { conflict, DomainError, notFound } from '#kernel/errors.js';

export function noSuchFile(): DomainError {
  return notFound('File');
}

export function nameTaken(name: string): DomainError {
  return conflict('DUPLICATE_NAME', `A file named "${name}" already exists in this workspace`);
}

export function tooLargeToRead(name: string, size: number, most: number): DomainError {
  const message = `The file "${name}" has ${size} bytes, and at most ${most} can be read at once`;
  return new DomainError('too-large', 'PAYLOAD_TOO_LARGE', message);
}
