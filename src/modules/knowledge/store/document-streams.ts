import { Injectable } from '@nestjs/common';
import { decide, type Decided, type UnitOfWork } from '#ledger/events/decide.js';
import { EventStore, UniqueConflict, type Lease } from '#ledger/events/event-store.js';
import type { Write } from '#ledger/rows/read-model.js';
import { fold } from '#kernel/decider.js';
import { conflict } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { knowledgeDocument, type KnowledgeDocumentCommand, type KnowledgeDocumentState } from '../domain/knowledge-document.decider.js';
import { knowledgeDocumentStream, type KnowledgeDocumentEvent } from '../domain/knowledge-document.events.js';

export interface DocumentChange {
  readonly workspaceId: string;
  readonly documentId: string;
  readonly command: KnowledgeDocumentCommand;
  readonly meta: EventMeta;
  readonly lease?: Lease;
  /** Rows that become durable together with the events. */
  readonly writes?: (state: KnowledgeDocumentState, events: readonly KnowledgeDocumentEvent[]) => readonly Write[];
}

type DecidedDocument = Decided<KnowledgeDocumentState, KnowledgeDocumentEvent>;

/** Loads a document stream, decides and appends. A conflicting append is retried. */
@Injectable()
export class DocumentStreams {
  constructor(private readonly store: EventStore) {}

  async load(documentId: string): Promise<KnowledgeDocumentState> {
    return fold(knowledgeDocument, await this.store.read(knowledgeDocumentStream, documentId));
  }

  /**
   * @returns the state before the change, and the new events
   * @throws DomainError DUPLICATE_NAME when another document has the name, errors of the decider, LeaseLost
   */
  change({ documentId, workspaceId, command, meta, lease, writes }: DocumentChange): Promise<DecidedDocument> {
    const stream = knowledgeDocumentStream.at(documentId, workspaceId);
    const change = async (unit: UnitOfWork): Promise<DecidedDocument> => {
      const decided = await unit.on(stream, knowledgeDocument, () => [command]);
      unit.write(writes?.(decided.before, decided.events) ?? []);
      return decided;
    };
    return decide(this.store, change, { meta, lease }).catch((error: unknown) => {
      throw error instanceof UniqueConflict && error.constraint === 'knowledge_document_filename' ? nameTaken(command) : error;
    });
  }
}

function nameTaken(command: KnowledgeDocumentCommand): Error {
  const name = command.type === 'upload' ? command.upload.filename : command.type === 'change' ? command.changes.filename : '';
  return conflict('DUPLICATE_NAME', `A document named "${name}" already exists in this knowledge base`);
}
