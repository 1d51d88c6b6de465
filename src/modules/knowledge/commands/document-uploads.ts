import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { UniqueConflict } from '#ledger/events/event-store.js';
import { holdObject } from '#ledger/objects/object-hold.js';
import type { StoredObject } from '#ledger/objects/object-store.js';
import type { StorageAccount } from '#ledger/objects/storage-allowance.js';
import { StorageRoom } from '#ledger/objects/storage-room.js';
import { workTopic } from '#ledger/work/worker-loop.js';
import { WorkQueue } from '#ledger/work/work-queue.js';
import { Signals } from '#ledger/signals/signals.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import type { DocumentTags } from '../domain/text/document-tags.js';
import { documentWork } from '../jobs/document-work.js';
import { DocumentStreams } from '../store/document-streams.js';
import { knowledgeUploadModel } from '../store/knowledge-upload.entity.js';

export interface NewDocument {
  readonly workspaceId: string;
  readonly knowledgeBaseId: string;
  readonly filename: string;
  readonly stored: StoredObject;
  readonly tags: DocumentTags;
  /** The account that the bytes count against. */
  readonly account: StorageAccount;
  readonly uploadedBy: string;
  readonly meta: EventMeta;
  /** Repeated calls with the same key return the same document. */
  readonly effectKey?: string;
}

/** Adds documents. It does not check permissions. */
@Injectable()
export class DocumentUploads {
  constructor(
    private readonly streams: DocumentStreams,
    private readonly room: StorageRoom,
    private readonly queue: WorkQueue,
    private readonly signals: Signals,
    private readonly pool: Pool,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Resolves when the document, its bytes and its work item are durable. @returns the id of the document
   * @throws DomainError unsupported-media, DUPLICATE_NAME, STORAGE_LIMIT_EXCEEDED, invalid
   */
  async add({ stored, account, meta, effectKey, ...details }: NewDocument): Promise<string> {
    const { workspaceId } = details;
    const [documentId, workId] = [this.ids.next(), this.ids.next()];
    const upload = { ...details, fileSize: stored.size, objectKey: stored.key, workId };
    const { accountId } = account;
    const rows = [
      holdObject({ id: documentId, objectKey: stored.key, workspaceId, accountId, bytes: stored.size }),
      this.queue.add(documentWork({ workId, documentId, workspaceId }), this.clock.now()),
      ...(effectKey === undefined ? [] : [knowledgeUploadModel.add({ effectKey, documentId })]),
    ];
    const command = { type: 'upload', upload, at: this.clock.iso() } as const;
    try {
      await this.room.claim(account, stored.size, () =>
        this.streams.change({ workspaceId, documentId, command, meta, writes: () => rows }),
      );
    } catch (error) {
      const earlier = effectKey === undefined ? undefined : await this.uploadedFor(effectKey);
      if (earlier === undefined || !isRepetition(error)) throw error;
      return earlier;
    }
    this.signals.send(workTopic);
    return documentId;
  }

  /** The document that an earlier attempt of the effect uploaded. */
  async uploadedFor(effectKey: string): Promise<string | undefined> {
    const text = 'select document_id as id from knowledge_upload where effect_key = $1';
    const { rows } = await this.pool.query<{ id: string }>({ name: 'find_knowledge_upload', text, values: [effectKey] });
    return rows[0]?.id;
  }
}

/** A repeated effect violates the unique rule on its key, or the one on the file name that the first attempt has taken. */
function isRepetition(error: unknown): boolean {
  return error instanceof UniqueConflict || (error as { code?: unknown }).code === 'DUPLICATE_NAME';
}
