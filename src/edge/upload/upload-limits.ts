import { DomainError } from '#kernel/errors.js';

const mib = 1024 * 1024;

export const uploadLimits = {
  /** Largest size of a file in bytes, inclusive. */
  file: 100 * mib,
  /** Largest size of the whole form in bytes. */
  body: 101 * mib,
  /** Largest size in bytes of a form with several files, beside the bytes of its files. */
  text: 2 * mib,
} as const;

export function fileTooLarge(size: number): DomainError {
  const message = `File size exceeds ${uploadLimits.file / mib}MB limit (${(size / mib).toFixed(2)}MB)`;
  return new DomainError('too-large', 'PAYLOAD_TOO_LARGE', message);
}

export function bodyTooLarge(): DomainError {
  const message = `workspace file upload body exceeds maximum size of ${uploadLimits.body} bytes`;
  return new DomainError('too-large', 'PAYLOAD_TOO_LARGE', message);
}

export function textTooLarge(): DomainError {
  const message = `The texts of a form must not be larger than ${uploadLimits.text / mib} MiB`;
  return new DomainError('too-large', 'PAYLOAD_TOO_LARGE', message);
}
