import { audited, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';

/** What a conversation holds after an event. */
interface Total {
  messages: number;
  bytes: number;
}

/**
 * Messages of one turn. The position of the event is the version of the conversation. Texts are stored beside the events, so that they can
 * be deleted; the digest proves what they were as long as they exist.
 */
export const MemoryAppended = defineEvent('memory.appended')<{
  conversationId: string;
  /** The account whose storage the conversation uses. */
  accountId: string;
  effectKey: string;
  messages: number;
  bytes: number;
  /** SHA-256 over the salt that is stored with the text, and the text, in hexadecimal. */
  digest: string;
  /** ISO 8601; null: the messages do not expire by themselves. */
  expiresAt: string | null;
  total: Total;
}>();

/** A summary that windows show instead of all messages up to a version. */
export const MemorySummarized = defineEvent('memory.summarized')<{
  conversationId: string;
  accountId: string;
  effectKey: string;
  /** The last version that the summary covers. */
  through: number;
  bytes: number;
  /** As of appended messages. */
  digest: string;
  /** ISO 8601; null: the summary does not expire by itself. */
  expiresAt: string | null;
  total: Total;
}>();

/** Texts were deleted because their time was over. */
export const MemoryExpired = defineEvent('memory.expired')<{ conversationId: string; accountId: string; total: Total }>();

/** All texts were deleted on request. */
export const MemoryDeleted = defineEvent('memory.deleted')<{ conversationId: string; messages: number; bytes: number }>();

export const memoryEvents = [MemoryAppended, MemorySummarized, MemoryExpired, MemoryDeleted] as const;
export const memoryStream = defineStream('memory', 'ledger', memoryEvents);

export const memoryAudit: readonly AuditLine[] = [
  audited(MemoryDeleted, 'memory.deleted', 'memory', ({ conversationId, messages, bytes }) => ({
    name: conversationId,
    details: { messages, bytes },
  })),
];
