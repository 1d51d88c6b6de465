import { audited, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';

/** Each file has its own stream, under its id. */
export const FileUploaded = defineEvent('file.uploaded')<{
  name: string;
  /** In bytes. */
  size: number;
  mediaType: string;
  /** The SHA-256 of the bytes in hexadecimal. */
  objectKey: string;
  /** The user who uploaded it, or for whom a run did; null without a user. */
  uploadedBy: string | null;
  /** The e-mail address of the person who uploaded it without a key, by a link that was sent to them; absent otherwise. */
  uploadedByEmail?: string;
  /** ISO 8601. */
  uploadedAt: string;
  /** The account whose storage it uses. */
  accountId: string;
}>();

/** The name is free, and the bytes can no longer be read. */
export const FileDeleted = defineEvent('file.deleted')<{ name: string }>();

export const fileEvents = [FileUploaded, FileDeleted] as const;
export const fileStream = defineStream('file', 'ledger', fileEvents);

export const fileAudit: readonly AuditLine[] = [
  audited(FileUploaded, 'file.uploaded', 'file', ({ name, size, mediaType, objectKey, uploadedByEmail }) => ({
    name,
    details: { size, type: mediaType, sha256: objectKey, ...(uploadedByEmail === undefined ? {} : { uploadedByEmail }) },
  })),
  audited(FileDeleted, 'file.deleted', 'file', ({ name }) => ({ name })),
];
