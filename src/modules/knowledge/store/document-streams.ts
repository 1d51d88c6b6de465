import { Injectable } from '@nestjs/common';
import { EventStore, StreamConflict, UniqueConflict, type Lease } from '#ledger/events/event-store.js';
import type { Write } from '#ledger/rows/read-model.js';
import { fold } from '#kernel/decider.js';
import { conflict } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { knowledgeDocument, type KnowledgeDocumentCommand, type KnowledgeDocumentState } from '../domain/knowledge-document.decider.js';
import type { KnowledgeDocumentEvent } from '../domain/knowledge-document.events.js';

export interface DocumentChange {
  readonly workspaceId: string;
  readonly documentId: string;
  readonly command: KnowledgeDocumentCommand;
  readonly meta: EventMeta;
  readonly lease?: Lease;
  /** Rows that become durable together with the events. */
  readonly writes?: (state: KnowledgeDocumentState, events: readonly KnowledgeDocumentEvent[]) => readonly Write[];
}

const tries = 25;

/** Loads a document stream, decides and appends. A conflicting append is retried. */
@Injectable()
export class DocumentStreams {
  constructor(private readonly store: EventStore) {}

  async load(documentId: string): Promise<KnowledgeDocumentState> {
    return fold(knowledgeDocument, (await this.store.read('ledger', documentId)) as unknown as KnowledgeDocumentEvent[]);
  }

  /**
   * @returns the state before the change, and the new events
   * @throws DomainError DUPLICATE_NAME when another document has the name, errors of the decider, LeaseLost
   */
  async change(change: DocumentChange): Promise<{ before: KnowledgeDocumentState; events: readonly KnowledgeDocumentEvent[] }> {
    const { documentId, workspaceId, command, meta, lease, writes } = change;
    for (let attempt = 1; ; attempt += 1) {
      const history = (await this.store.read('ledger', documentId)) as unknown as KnowledgeDocumentEvent[];
      const before = fold(knowledgeDocument, history);
      const events = knowledgeDocument.decide(command, before);
      const rows = writes?.(before, events) ?? [];
      if (events.length === 0 && rows.length === 0) return { before, events };
      const streams =
        events.length === 0
          ? []
          : [{ streamId: documentId, lifetime: 'ledger' as const, workspaceId, expected: history.length, events, meta }];
      try {
        await this.store.append({ streams, writes: rows, ...(lease === undefined ? {} : { lease }) });
        return { before, events };
      } catch (error) {
        if (error instanceof UniqueConflict && error.constraint === 'knowledge_document_filename') throw nameTaken(command);
        if (!(error instanceof StreamConflict) || attempt >= tries) throw error;
      }
    }
  }
}

function nameTaken(command: KnowledgeDocumentCommand): Error {
  const name = command.type === 'upload' ? command.upload.filename : command.type === 'change' ? command.changes.filename : '';
  return conflict('DUPLICATE_NAME', `A document named "${name}" already exists in this knowledge base`);
}
