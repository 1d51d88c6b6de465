import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { releaseObject } from '#ledger/objects/object-hold.js';
import { Clock } from '#kernel/clock.js';
import { DomainError } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { endOfDocumentWork } from '../jobs/document-work.js';
import { Chunks } from '../store/chunks.js';
import { DocumentStreams } from '../store/document-streams.js';

/** The maximum number of documents that one call removes. */
const atOnce = 50;

/** Removes documents with their bytes, their chunks and their pending work. */
@Injectable()
export class DocumentRemoval {
  constructor(
    private readonly streams: DocumentStreams,
    private readonly chunks: Chunks,
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not-found when the document has already been deleted */
  async remove(documentId: string, workspaceId: string, meta: EventMeta): Promise<void> {
    await this.streams.change({
      workspaceId,
      documentId,
      command: { type: 'delete', at: this.clock.iso() },
      meta,
      writes: (before) => [releaseObject(documentId), ...('workId' in before ? endOfDocumentWork(before.workId) : [])],
    });
    await this.chunks.remove(documentId);
  }

  /** Removes the first documents of a deleted knowledge base. @returns how many were removed */
  async removeSome(knowledgeBaseId: string): Promise<number> {
    const { rows } = await this.pool.query<{ id: string }>('select id from knowledge_document where knowledge_base_id = $1 limit $2', [
      knowledgeBaseId,
      atOnce,
    ]);
    for (const { id } of rows) await this.#removeOrphan(id);
    return rows.length;
  }

  /** Removes documents without a knowledge base and chunks without a document. */
  async removeOrphans(): Promise<void> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select distinct knowledge_base_id as id from knowledge_document d where not exists (select from knowledge_base b where b.id = d.knowledge_base_id)`,
    );
    for (const { id } of rows) while ((await this.removeSome(id)) === atOnce);
    await this.chunks.removeEnded();
  }

  async #removeOrphan(documentId: string): Promise<void> {
    const document = await this.streams.load(documentId);
    if (!('workspaceId' in document)) return;
    await this.remove(documentId, document.workspaceId, { causationId: document.knowledgeBaseId }).catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.kind !== 'not-found') throw error;
    });
  }
}
