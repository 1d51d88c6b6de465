import { audited, settingsOf, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';
import type { DocumentTags } from './text/document-tags.js';

export const KnowledgeDocumentUploaded = defineEvent('knowledge-document.uploaded')<{
  knowledgeBaseId: string;
  workspaceId: string;
  filename: string;
  mimeType: string;
  fileSize: number;
  /** The SHA-256 of its bytes, under which they are stored. */
  objectKey: string;
  tags: DocumentTags;
  /** The work item that processes it. */
  workId: string;
  uploadedBy: string;
  at: string;
}>();
export const KnowledgeDocumentChanged = defineEvent('knowledge-document.changed')<{
  filename?: string;
  mimeType?: string;
  enabled?: boolean;
  tags?: DocumentTags;
  at: string;
}>();
export const KnowledgeDocumentProcessingStarted = defineEvent('knowledge-document.processing-started')<{ at: string }>();
/** Its text was extracted and split into chunks. The chunks are not searchable yet. */
export const KnowledgeDocumentRead = defineEvent('knowledge-document.read')<{
  characterCount: number;
  tokenCount: number;
  chunkCount: number;
  at: string;
}>();
/** Processing failed and will be retried. */
export const KnowledgeDocumentAttemptFailed = defineEvent('knowledge-document.attempt-failed')<{ error: string; at: string }>();
export const KnowledgeDocumentProcessed = defineEvent('knowledge-document.processed')<{
  /** The number of the processing whose chunks are searchable from now on. */
  run: number;
  /** Null when chunks have no embeddings and are found by full-text search only. */
  embeddingModel: string | null;
  at: string;
}>();
export const KnowledgeDocumentFailed = defineEvent('knowledge-document.failed')<{ error: string; at: string }>();
export const KnowledgeDocumentReprocessingRequested = defineEvent('knowledge-document.reprocessing-requested')<{
  workId: string;
  run: number;
  at: string;
}>();
export const KnowledgeDocumentDeleted = defineEvent('knowledge-document.deleted')<{ at: string }>();

export const knowledgeDocumentEvents = [
  KnowledgeDocumentUploaded,
  KnowledgeDocumentChanged,
  KnowledgeDocumentProcessingStarted,
  KnowledgeDocumentRead,
  KnowledgeDocumentAttemptFailed,
  KnowledgeDocumentProcessed,
  KnowledgeDocumentFailed,
  KnowledgeDocumentReprocessingRequested,
  KnowledgeDocumentDeleted,
] as const;

export type KnowledgeDocumentEvent = EventOf<typeof knowledgeDocumentEvents>;
export const knowledgeDocumentStream = defineStream('knowledge-document', 'ledger', knowledgeDocumentEvents);

export const knowledgeDocumentAudit: readonly AuditLine[] = [
  audited(
    KnowledgeDocumentUploaded,
    'document.uploaded',
    'document',
    ({ knowledgeBaseId, filename, mimeType, fileSize, objectKey, tags }) => ({
      name: filename,
      settings: settingsOf({ filename, mimeType, tags }),
      details: { knowledgeBaseId, size: fileSize, sha256: objectKey },
    }),
  ),
  audited(KnowledgeDocumentChanged, 'document.updated', 'document', ({ at: _, ...settings }) => ({
    ...(settings.filename === undefined ? {} : { name: settings.filename }),
    settings: settingsOf(settings),
    initial: { enabled: true },
  })),
  audited(KnowledgeDocumentReprocessingRequested, 'document.updated', 'document', () => ({ details: { changed: 'processed anew' } })),
  audited(KnowledgeDocumentDeleted, 'document.deleted', 'document'),
];

/** The server processes an uploaded document by itself; the upload is audited. */
export const documentProcessing = [
  KnowledgeDocumentProcessingStarted,
  KnowledgeDocumentRead,
  KnowledgeDocumentAttemptFailed,
  KnowledgeDocumentProcessed,
  KnowledgeDocumentFailed,
] as const;
