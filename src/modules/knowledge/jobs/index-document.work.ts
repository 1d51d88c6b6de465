import { Injectable } from '@nestjs/common';
import { EventStore, LeaseLost, type Lease } from '#ledger/events/event-store.js';
import { Logger } from '#host/logging/logger.js';
import { BytesMissing } from '#ledger/objects/byte-store.js';
import { WorkHandler, type HeldWork, type WorkOutcome } from '#ledger/work/work-handler.js';
import { workItem } from '#ledger/work/work-item.js';
import { WorkQueue } from '#ledger/work/work-queue.js';
import { Clock } from '#kernel/clock.js';
import { DomainError } from '#kernel/errors.js';
import { mostAttempts, type ExistingDocument, type KnowledgeDocumentCommand } from '../domain/knowledge-document.decider.js';
import { EmbeddingFailure } from '#modules/models/index.js';
import { KnowledgeViews, type Processing } from '../queries/knowledge-views.js';
import { DocumentProblem } from '../reading/document-problem.js';
import { DocumentStreams } from '../store/document-streams.js';
import { documentWork, documentWorkKind } from './document-work.js';
import { DocumentIndexer } from './document-indexer.js';
import { WaitingLine } from './waiting-line.js';
import { ReadingSlots } from '../reading/reading-slots.js';

/** The backoff after the first failed attempt. */
const firstRetryMs = 5_000;

/** A document whose work item this process has leased. */
interface HeldDocument extends HeldWork {
  readonly documentId: string;
  readonly document: ExistingDocument;
  readonly lease: Lease;
}

/** Makes an uploaded document searchable. Chunks that a killed process has written are kept if they are what would be written now. */
@Injectable()
export class IndexDocumentWork extends WorkHandler {
  readonly kind = documentWorkKind;
  readonly #line = new WaitingLine();

  constructor(
    private readonly store: EventStore,
    private readonly streams: DocumentStreams,
    private readonly indexer: DocumentIndexer,
    private readonly queue: WorkQueue,
    private readonly views: KnowledgeViews,
    private readonly slots: ReadingSlots,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    super();
  }

  async work(work: HeldWork): Promise<WorkOutcome> {
    const { item } = work;
    const lease = { itemId: item.id, fence: item.fence };
    const document = await this.streams.load(item.streamId);
    const isWanted = (document.status === 'pending' || document.status === 'processing') && document.workId === item.id;
    const processing = isWanted ? await this.views.processingOf(document.knowledgeBaseId) : undefined;
    if (!isWanted || processing === undefined) return this.#forget(lease);
    const held: HeldDocument = { ...work, documentId: item.streamId, document, lease };
    if (item.attempts > mostAttempts) return this.#fail(held, 'Every process that read the document crashed', true);
    const release = await this.slots.take();
    if (release === undefined) return this.#putOff(held);
    try {
      return await this.#process(held, processing);
    } catch (error) {
      // The document was deleted while it was being read.
      if (error instanceof DomainError && error.kind === 'not-found') return await this.#forget(lease);
      throw error;
    } finally {
      release();
    }
  }

  async #process(held: HeldDocument, processing: Processing): Promise<WorkOutcome> {
    const { documentId, document, lost, draining } = held;
    await this.#change(held, { type: 'start', at: this.clock.iso() });
    const signal = AbortSignal.any([lost, draining]);
    try {
      const embeddingModel = await this.indexer.index({
        workspaceId: held.item.workspaceId,
        documentId,
        document,
        chunking: processing.chunkingConfig,
        model: processing.embeddingModel,
        signal,
        onRead: (counts) => this.#change(held, { type: 'read', ...counts, at: this.clock.iso() }),
      });
      await this.#change(held, { type: 'complete', embeddingModel, at: this.clock.iso() }, true);
    } catch (error) {
      if (error instanceof LeaseLost || lost.aborted) throw error;
      if (draining.aborted) return 'released';
      return this.#failed(held, error);
    }
    // Housekeeping removes what is left.
    const left = (error: unknown): void => this.logger.warn({ err: error, documentId }, 'The former chunks of a document were not removed');
    await this.indexer.removeBefore(documentId, document.run).catch(left);
    return 'finished';
  }

  /** A DocumentProblem is final. All other errors are retried. */
  #failed(held: HeldDocument, error: unknown): Promise<WorkOutcome> {
    if (error instanceof DocumentProblem) return this.#fail(held, error.message, true);
    if (error instanceof BytesMissing) return this.#fail(held, 'The bytes of the document are lost. Upload it again', true);
    this.logger.warn({ err: error, documentId: held.documentId }, 'A document could not be processed and will be retried');
    return this.#fail(held, error instanceof EmbeddingFailure ? error.message : 'The server could not process the document', false);
  }

  async #fail(held: HeldDocument, error: string, final: boolean): Promise<WorkOutcome> {
    const { documentId, document, item, lease } = held;
    await this.streams.change({
      workspaceId: item.workspaceId,
      documentId,
      command: { type: 'fail', error, final, at: this.clock.iso() },
      meta: { causationId: item.id },
      lease,
      writes: (_, events) => [
        workItem.remove({ id: item.id }),
        ...(events[0]?.type === 'knowledge-document.attempt-failed' ? [this.#later(held, firstRetryMs * 3 ** document.attempts)] : []),
      ],
    });
    return 'finished';
  }

  async #putOff(held: HeldDocument): Promise<WorkOutcome> {
    const nowMs = this.clock.now().getTime();
    const ms = this.#line.next(held.item.workspaceId, nowMs) - nowMs;
    await this.store.append({ streams: [], writes: [workItem.remove({ id: held.item.id }), this.#later(held, ms)], lease: held.lease });
    return 'finished';
  }

  #later({ item }: HeldDocument, ms: number): ReturnType<WorkQueue['schedule']> {
    const work = documentWork({ workId: item.id, documentId: item.streamId, workspaceId: item.workspaceId });
    return this.queue.schedule(work, new Date(this.clock.now().getTime() + ms), item.fence);
  }

  async #change({ documentId, item, lease }: HeldDocument, command: KnowledgeDocumentCommand, isLast = false): Promise<void> {
    const writes = isLast ? () => [workItem.remove({ id: item.id })] : undefined;
    const meta = { causationId: item.id };
    await this.streams.change({
      workspaceId: item.workspaceId,
      documentId,
      command,
      meta,
      lease,
      ...(writes === undefined ? {} : { writes }),
    });
  }

  /** The document was deleted, or another process has finished it. */
  async #forget(lease: Lease): Promise<WorkOutcome> {
    await this.store.append({ streams: [], writes: [workItem.remove({ id: lease.itemId })], lease });
    return 'finished';
  }
}
