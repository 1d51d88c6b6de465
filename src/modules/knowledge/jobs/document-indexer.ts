import { Injectable } from '@nestjs/common';
import { ObjectStore } from '#ledger/objects/object-store.js';
import { StorageRoom } from '#ledger/objects/storage-room.js';
import { Embedder, EmbeddingCharges, type EmbeddingModel, type EmbeddingPayer } from '#modules/models/index.js';
import type { ChunkingConfig } from '../domain/text/chunking-config.js';
import { formatOf } from '../domain/document-formats.js';
import type { ExistingDocument } from '../domain/knowledge-document.decider.js';
import type { Chunk } from '../domain/text/split-text.js';
import { DocumentProblem } from '../reading/document-problem.js';
import { DocumentReader } from '../reading/document-reader.js';
import type { ReadDocument } from '../reading/read-document.js';
import { Chunks, contentDigest, type ChunkPlace } from '../store/chunks.js';

export interface IndexingTask {
  readonly workspaceId: string;
  readonly documentId: string;
  readonly document: Pick<ExistingDocument, 'filename' | 'objectKey' | 'knowledgeBaseId' | 'run'>;
  readonly chunking: ChunkingConfig;
  /** `<provider>/<model>`; null: the model of `SLUICE_EMBEDDINGS_URL`. */
  readonly model: string | null;
  readonly signal: AbortSignal;
  readonly onRead: (counts: { characterCount: number; tokenCount: number; chunkCount: number }) => Promise<void>;
}

interface PaidPlace extends ChunkPlace {
  readonly payer: EmbeddingPayer;
  readonly model: EmbeddingModel | undefined;
}

/** The number of chunks that are embedded and written together. */
const batchSize = 64;

/** Turns the stored bytes of a document into searchable chunks. */
@Injectable()
export class DocumentIndexer {
  constructor(
    private readonly objects: ObjectStore,
    private readonly reader: DocumentReader,
    private readonly embedder: Embedder,
    private readonly chunks: Chunks,
    private readonly room: StorageRoom,
    private readonly charges: EmbeddingCharges,
  ) {}

  /**
   * Continues after the chunks that an earlier attempt of the same processing has written, if it would write the same. @returns the
   * embedding model; null without one
   * @throws DocumentProblem, BytesMissing, EmbeddingFailure
   */
  async index({ workspaceId, documentId, document, chunking, model: name, signal, onRead }: IndexingTask): Promise<string | null> {
    const { filename, objectKey, knowledgeBaseId, run } = document;
    const { chunks, characterCount, tokenCount } = await this.#read(filename, objectKey, { chunking, signal });
    await onRead({ characterCount, tokenCount, chunkCount: chunks.length });
    // The account that pays for the storage also pays for embeddings. A document without one has been deleted meanwhile.
    const accountId = (await this.room.accountOf(documentId)) ?? workspaceId;
    const model = await this.embedder.of(name, workspaceId);
    const place = { documentId, run, knowledgeBaseId, payer: { workspaceId, accountId }, model };
    for (let first = await this.#begin(place, chunks); first < chunks.length; first += batchSize) {
      signal.throwIfAborted();
      await this.#add(place, first, chunks.slice(first, first + batchSize), signal);
    }
    return model?.name ?? null;
  }

  removeBefore(documentId: string, run: number): Promise<void> {
    return this.chunks.remove(documentId, run);
  }

  async #read(
    filename: string,
    objectKey: string,
    { chunking, signal }: { chunking: ChunkingConfig; signal: AbortSignal },
  ): Promise<ReadDocument> {
    const format = formatOf(filename);
    if (typeof format === 'object') throw new DocumentProblem(format.problem);
    return this.reader.read({ format, chunking }, await this.objects.open(objectKey), { signal });
  }

  /**
   * The number of the first chunk to write. The sizes of chunks, the embedding model and the format of the document may have changed since
   * an earlier attempt: then its chunks do not go with the others, and are removed.
   */
  async #begin(place: PaidPlace, chunks: readonly Chunk[]): Promise<number> {
    const { next, digest, models } = await this.chunks.kept(place);
    if (next === 0) return 0;
    const model = place.model?.name ?? null;
    if (models.every((each) => each === model) && digest === contentDigest(chunks.slice(0, next))) return next;
    await this.chunks.removeRun(place);
    return 0;
  }

  async #add({ payer, model, ...place }: PaidPlace, first: number, chunks: readonly Chunk[], signal: AbortSignal): Promise<void> {
    if (model === undefined) return this.chunks.add(place, first, chunks);
    const { vectors, tokens } = await model.embed(
      chunks.map(({ content }) => content),
      signal,
    );
    this.charges.note({ ...payer, ...model.price, tokens });
    await this.chunks.add(place, first, chunks, { model: model.name, vectors });
  }
}
