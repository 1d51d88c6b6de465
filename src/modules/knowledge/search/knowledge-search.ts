import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Pool } from 'pg';
import { Logger } from '#host/logging/logger.js';
import { DomainError } from '#kernel/errors.js';
import { Embedder, EmbeddingCharges, EmbeddingFailure, type EmbeddingPayer } from '#modules/models/index.js';
import type { DocumentTags } from '../domain/text/document-tags.js';
import { fuseRanks, type Hit } from '../domain/text/rank-fusion.js';
import { ExactSearch } from './exact-search.js';
import { PgvectorSearch } from './pgvector-search.js';
import { scopeSql, type SearchScope } from './search-scope.js';
import { VectorSearch } from './vector-search.js';
import { WordSearch } from './word-search.js';

export type SearchMode = 'vector' | 'hybrid';

export interface SearchRequest extends SearchScope {
  /** Undefined: all chunks that match the tags, oldest document first. */
  readonly query: string | undefined;
  readonly topK: number;
  readonly mode: SearchMode;
  readonly payer: EmbeddingPayer;
}

export interface SearchResult {
  readonly knowledgeBaseId: string;
  readonly documentId: string;
  readonly documentName: string;
  readonly content: string;
  readonly chunkIndex: number;
  readonly tags: DocumentTags;
  /** From 0 to 1. */
  readonly similarity: number;
}

export interface SearchOutcome {
  readonly results: readonly SearchResult[];
  /** The search that was carried out: *words* when no embeddings are available. */
  readonly mode: SearchMode | 'words' | 'tags';
}

interface MeaningSearch extends Pick<SearchRequest, 'mode' | 'payer'> {
  /** Of the model; null: the usual one. */
  readonly name: string | null;
  readonly most: number;
}

interface ChunkRow extends Omit<SearchResult, 'similarity'> {
  readonly key: string;
}

/** The number of candidates that each ranking contributes for one result. */
const candidates = 5;
const timeoutMs = 15_000;

/** The search in knowledge bases. It does not check permissions. */
@Injectable()
export class KnowledgeSearch implements OnModuleInit {
  readonly #exact: VectorSearch;
  readonly #pgvector: VectorSearch;

  constructor(
    private readonly pool: Pool,
    private readonly words: WordSearch,
    private readonly embedder: Embedder,
    private readonly charges: EmbeddingCharges,
    private readonly logger: Logger,
  ) {
    this.#exact = new ExactSearch(pool);
    this.#pgvector = new PgvectorSearch(pool);
  }

  async onModuleInit(): Promise<void> {
    const text = 'select 1 from knowledge_base where embedding_model is not null limit 1';
    const isUsed = this.embedder.usual !== undefined || (await this.pool.query(text)).rows.length > 0;
    if (isUsed) await PgvectorSearch.add(this.pool);
  }

  /** @throws DomainError unavailable when only vectors were requested and the endpoint of embeddings fails */
  async search({ query, topK, mode, payer, ...scope }: SearchRequest): Promise<SearchOutcome> {
    if (query === undefined) return { results: await this.#tagged(scope, topK), mode: 'tags' };
    const most = topK * candidates;
    const models = await this.#modelsOf(scope.knowledgeBaseIds);
    const areAllEmbedded = ![...models.keys()].some((name) => name === null && this.embedder.usual === undefined);
    const [byMeaning, byWords] = await Promise.all([
      Promise.all(
        [...models].map(([name, ids]) => this.#byMeaning(query, { ...scope, knowledgeBaseIds: ids }, { name, most, mode, payer })),
      ),
      mode === 'vector' && areAllEmbedded ? [] : this.words.find(query, scope, most),
    ]);
    const rankings = byMeaning.filter((hits) => hits !== undefined);
    const hits = fuseRanks([...rankings, byWords], topK);
    return { results: await this.#results(hits, scope), mode: rankings.length === 0 ? 'words' : mode };
  }

  /** The knowledge bases of each embedding model; null is the usual one. */
  async #modelsOf(ids: readonly string[]): Promise<ReadonlyMap<string | null, readonly string[]>> {
    const { rows } = await this.pool.query<{ id: string; model: string | null }>({
      name: 'embedding_models',
      text: 'select id, embedding_model as model from knowledge_base where id = any($1::uuid[])',
      values: [ids],
    });
    const byModel = Map.groupBy(rows, ({ model }) => model);
    return new Map([...byModel].map(([model, bases]) => [model, bases.map(({ id }) => id)]));
  }

  /** Undefined when no embeddings are available. */
  async #byMeaning(query: string, scope: SearchScope, { name, most, mode, payer }: MeaningSearch): Promise<Hit[] | undefined> {
    try {
      const model = await this.embedder.of(name, payer.workspaceId);
      if (model === undefined) return undefined;
      const { vectors, tokens } = await model.embed([query], AbortSignal.timeout(timeoutMs));
      this.charges.note({ ...payer, ...model.price, tokens });
      const [vector] = vectors;
      return vector === undefined ? undefined : await (await this.#vectors()).find({ model: model.name, vector, scope, most });
    } catch (error) {
      const isTheirs = error instanceof EmbeddingFailure || (error as Error).name === 'TimeoutError';
      if (!isTheirs) throw error;
      if (mode === 'vector') throw unavailable(error);
      this.logger.warn({ err: error }, 'The query could not be embedded, so the search uses words only');
      return undefined;
    }
  }

  /** Checked for each search, because the extension can be added and dropped while the server runs. */
  async #vectors(): Promise<VectorSearch> {
    return (await PgvectorSearch.isThere(this.pool)) ? this.#pgvector : this.#exact;
  }

  async #tagged(scope: SearchScope, topK: number): Promise<SearchResult[]> {
    const values: unknown[] = [scope.knowledgeBaseIds, topK];
    const rows = await this.#rows(`${scopeSql(scope, values)} order by d.created_at, d.id, c.chunk_index limit $2`, values);
    return rows.map(({ key: _, ...row }) => ({ ...row, similarity: 1 }));
  }

  /** Chunks of a document that has changed since they were found are left out. */
  async #results(hits: readonly Hit[], scope: SearchScope): Promise<SearchResult[]> {
    if (hits.length === 0) return [];
    const places = hits.map(({ key }) => key.split(':'));
    const values: unknown[] = [scope.knowledgeBaseIds, places.map(([id]) => id), places.map(([, , index]) => Number(index))];
    const rows = await this.#rows(
      `${scopeSql(scope, values)} and (c.document_id, c.chunk_index) in (select * from unnest($2::uuid[], $3::int[]))`,
      values,
    );
    const found = new Map(rows.map((row) => [row.key, row]));
    return hits.flatMap(({ key, similarity }) => {
      const { key: _, ...row } = found.get(key) ?? {};
      return 'content' in row ? [{ ...(row as Omit<ChunkRow, 'key'>), similarity }] : [];
    });
  }

  async #rows(from: string, values: unknown[]): Promise<ChunkRow[]> {
    const columns = `c.document_id || ':' || c.run || ':' || c.chunk_index as key, c.knowledge_base_id as "knowledgeBaseId",
      c.document_id as "documentId", d.filename as "documentName", c.content, c.chunk_index as "chunkIndex", d.tags`;
    const { rows } = await this.pool.query<ChunkRow>(`select ${columns} ${from}`, values);
    return rows;
  }
}

function unavailable(cause: unknown): DomainError {
  const message = 'The query cannot be embedded at the moment. Retry shortly, or search with searchMode hybrid.';
  return new DomainError('unavailable', 'UNAVAILABLE', message, { retryAfterSeconds: 5, cause });
}
