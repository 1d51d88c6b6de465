import type { Decider } from '#kernel/decider.js';
import { assertNever, conflict, notFound } from '#kernel/errors.js';
import { mimeTypeOf } from './document-formats.js';
import { validFilename } from './document-name.js';
import type { DocumentTags } from './text/document-tags.js';
import * as events from './knowledge-document.events.js';
import type { KnowledgeDocumentEvent } from './knowledge-document.events.js';

export type ProcessingStatus = 'pending' | 'processing' | 'completed' | 'failed';

export interface ExistingDocument {
  readonly status: ProcessingStatus;
  readonly knowledgeBaseId: string;
  readonly workspaceId: string;
  readonly filename: string;
  readonly objectKey: string;
  readonly enabled: boolean;
  readonly tags: DocumentTags;
  readonly workId: string;
  /** The number of processing requests so far. Chunks carry this number. */
  readonly run: number;
  readonly attempts: number;
  /** What the processing has read last; undefined before. A later attempt may read something else, because settings have changed. */
  readonly counts: TextCounts | undefined;
}

/** How long the text of a document is. */
export interface TextCounts {
  readonly characterCount: number;
  readonly tokenCount: number;
  readonly chunkCount: number;
}

export type KnowledgeDocumentState = { readonly status: 'absent' } | { readonly status: 'deleted' } | ExistingDocument;

export interface DocumentUpload {
  readonly knowledgeBaseId: string;
  readonly workspaceId: string;
  readonly filename: string;
  readonly fileSize: number;
  readonly objectKey: string;
  readonly tags: DocumentTags;
  readonly workId: string;
  readonly uploadedBy: string;
}

export interface DocumentChanges {
  readonly filename?: string;
  readonly enabled?: boolean;
  readonly tags?: DocumentTags;
}

/** Times are ISO 8601, UTC. */
export type KnowledgeDocumentCommand = { readonly at: string } & (
  | { readonly type: 'upload'; readonly upload: DocumentUpload }
  | { readonly type: 'change'; readonly changes: DocumentChanges }
  | { readonly type: 'start' }
  | ({ readonly type: 'read' } & TextCounts)
  | { readonly type: 'complete'; readonly embeddingModel: string | null }
  /** *final*: a retry would not help. */
  | { readonly type: 'fail'; readonly error: string; readonly final: boolean }
  | { readonly type: 'reprocess'; readonly workId: string }
  | { readonly type: 'delete' }
);

/** The maximum number of processing attempts. */
export const mostAttempts = 5;

/** A document and its processing: pending → processing → completed or failed. Reprocessing takes the last two back to pending. */
export const knowledgeDocument: Decider<KnowledgeDocumentState, KnowledgeDocumentCommand, KnowledgeDocumentEvent> = {
  initial: { status: 'absent' },

  decide(command, state) {
    if (command.type === 'upload') {
      if (state.status !== 'absent') throw conflict('CONFLICT', 'A document with this id already exists');
      const filename = validFilename(command.upload.filename);
      return [events.KnowledgeDocumentUploaded({ ...command.upload, filename, mimeType: mimeTypeOf(filename), at: command.at })];
    }
    if (state.status === 'absent' || state.status === 'deleted') throw notFound('Document');
    return decideOnExisting(command, state);
  },

  evolve(state, event) {
    if (event.type === 'knowledge-document.uploaded') return uploaded(event.payload);
    return state.status === 'absent' || state.status === 'deleted' ? state : evolveExisting(state, event);
  },
};

type LaterCommand = Exclude<KnowledgeDocumentCommand, { type: 'upload' }>;
type LaterEvent = Exclude<KnowledgeDocumentEvent, { type: 'knowledge-document.uploaded' }>;

function decideOnExisting(command: LaterCommand, state: ExistingDocument): KnowledgeDocumentEvent[] {
  const { at } = command;
  const isAtWork = state.status === 'pending' || state.status === 'processing';
  switch (command.type) {
    case 'change':
      return changed(command.changes, state, at);
    case 'start':
      return state.status === 'pending' ? [events.KnowledgeDocumentProcessingStarted({ at })] : [];
    case 'read': {
      const { type: _, ...counts } = command;
      return state.status === 'processing' && !isSame(counts, state.counts) ? [events.KnowledgeDocumentRead(counts)] : [];
    }
    case 'complete':
      return state.status === 'processing'
        ? [events.KnowledgeDocumentProcessed({ run: state.run, embeddingModel: command.embeddingModel, at })]
        : [];
    case 'fail': {
      if (!isAtWork) return [];
      const isLast = command.final || state.attempts + 1 >= mostAttempts;
      return [(isLast ? events.KnowledgeDocumentFailed : events.KnowledgeDocumentAttemptFailed)({ error: command.error, at })];
    }
    case 'reprocess':
      if (isAtWork) throw conflict('CONFLICT', 'The document is already being processed');
      return [events.KnowledgeDocumentReprocessingRequested({ workId: command.workId, run: state.run + 1, at })];
    case 'delete':
      return [events.KnowledgeDocumentDeleted({ at })];
    default:
      return assertNever(command);
  }
}

function isSame(counts: TextCounts, before: TextCounts | undefined): boolean {
  return (['characterCount', 'tokenCount', 'chunkCount'] as const).every((count) => counts[count] === before?.[count]);
}

function changed({ filename, enabled, tags }: DocumentChanges, state: ExistingDocument, at: string): KnowledgeDocumentEvent[] {
  const name = filename === undefined ? undefined : validFilename(filename);
  const changes = {
    ...(name === undefined || name === state.filename ? {} : { filename: name, mimeType: mimeTypeOf(name) }),
    ...(enabled === undefined || enabled === state.enabled ? {} : { enabled }),
    ...(tags === undefined || JSON.stringify(tags) === JSON.stringify(state.tags) ? {} : { tags }),
  };
  return Object.keys(changes).length === 0 ? [] : [events.KnowledgeDocumentChanged({ ...changes, at })];
}

function uploaded({ knowledgeBaseId, workspaceId, filename, objectKey, tags, workId }: DocumentUpload): ExistingDocument {
  const place = { knowledgeBaseId, workspaceId, filename, objectKey, tags, workId };
  return { ...place, status: 'pending', enabled: true, run: 1, attempts: 0, counts: undefined };
}

function evolveExisting(state: ExistingDocument, event: LaterEvent): KnowledgeDocumentState {
  switch (event.type) {
    case 'knowledge-document.changed': {
      const { at: _, mimeType: __, ...changes } = event.payload;
      return { ...state, ...changes };
    }
    case 'knowledge-document.processing-started':
      return { ...state, status: 'processing' };
    case 'knowledge-document.read':
      return { ...state, counts: event.payload };
    case 'knowledge-document.attempt-failed':
      return { ...state, attempts: state.attempts + 1 };
    case 'knowledge-document.processed':
      return { ...state, status: 'completed' };
    case 'knowledge-document.failed':
      return { ...state, status: 'failed' };
    case 'knowledge-document.reprocessing-requested':
      return { ...state, status: 'pending', workId: event.payload.workId, run: event.payload.run, attempts: 0, counts: undefined };
    case 'knowledge-document.deleted':
      return { status: 'deleted' };
    default:
      return assertNever(event);
  }
}
