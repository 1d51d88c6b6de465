import { audited, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent } from '#kernel/event.js';

/** Each file is a stream of its own; its id is that of the stream. */
export const FileUploaded = defineEvent('file.uploaded')<{
  name: string;
  /** Bytes. */
  size: number;
  mediaType: string;
  /** The SHA-256 of the bytes, in hexadecimal. */
  objectKey: string;
  /** The user who did it or in whose name a run did it; null: nobody in particular. */
  uploadedBy: string | null;
  /** ISO 8601. */
  uploadedAt: string;
  /** Whose storage it takes. */
  accountId: string;
}>();

/** The name is free again, and nobody can read the bytes any more. */
export const FileDeleted = defineEvent('file.deleted')<{ name: string }>();

export const fileEvents = [FileUploaded, FileDeleted] as const;

export const fileAudit: readonly AuditLine[] = [
  audited(FileUploaded, 'file.uploaded', 'file', ({ name, size, mediaType, objectKey }) => ({
    name,
    details: { size, type: mediaType, sha256: objectKey },
  })),
  audited(FileDeleted, 'file.deleted', 'file', ({ name }) => ({ name })),
];
