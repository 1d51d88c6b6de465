import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { deleteInSteps } from '#ledger/chores/delete-in-steps.js';
import type { Chunk } from '../domain/text/split-text.js';
import type { KnowledgeChunkRow } from './knowledge-chunk.entity.js';

/** The processing of a document that chunks belong to. */
export interface ChunkPlace {
  readonly documentId: string;
  readonly run: number;
  readonly knowledgeBaseId: string;
}

export interface Embedded {
  readonly model: string;
  readonly vectors: readonly Float32Array[];
}

/** The chunks that earlier attempts of a processing have written. */
export interface KeptChunks {
  /** The number of the next chunk. */
  readonly next: number;
  /** `contentDigest` of those that are there; null without any. */
  readonly digest: string | null;
  /** Of all of them; null stands for those without a vector. */
  readonly models: readonly (string | null)[];
}

export interface ChunkSlice {
  readonly limit: number;
  readonly offset: number;
}

export type ListedChunk = Pick<KnowledgeChunkRow, 'chunkIndex' | 'content' | 'tokenCount' | 'embeddingModel'>;

export interface ChunkPage {
  readonly chunks: readonly ListedChunk[];
  /** The number of chunks of the document that searches find. */
  readonly total: number;
}

/**
 * The searchable chunks of a document. One statement reads their processing and the chunks, because a later processing removes them. Chunks
 * are numbered without gaps, so the last number counts them, and a page begins at its offset however deep it is.
 */
export const chunkPageStatement = `select coalesce(l.last + 1, 0) as total, c.chunk_index as "chunkIndex", c.content,
    c.token_count as "tokenCount", c.embedding_model as "embeddingModel"
  from knowledge_document d
  left join lateral (select chunk_index as last from knowledge_chunk
    where document_id = d.id and run = d.searchable_run order by chunk_index desc limit 1) l on true
  left join lateral (select chunk_index, content, token_count, embedding_model from knowledge_chunk
    where document_id = d.id and run = d.searchable_run and chunk_index >= $2 order by chunk_index limit $3) c on true
  where d.id = $1 order by c.chunk_index`;

type PageRow = { readonly total: number } & (ListedChunk | { readonly [Field in keyof ListedChunk]: null });

/** The chunks of documents. The chunks of a processing become searchable when their document names its number. */
@Injectable()
export class Chunks {
  constructor(private readonly pool: Pool) {}

  /** The number of written chunks of a processing. */
  async count({ documentId, run }: Pick<ChunkPlace, 'documentId' | 'run'>): Promise<number> {
    const { rows } = await this.pool.query<{ n: number }>({
      name: 'count_chunks',
      text: 'select count(*)::int as n from knowledge_chunk where document_id = $1 and run = $2',
      values: [documentId, run],
    });
    return rows[0]?.n ?? 0;
  }

  /** What a retry has to know before it continues. Where a chunk is missing, the digest is that of fewer chunks than `next`. */
  async kept({ documentId, run }: Pick<ChunkPlace, 'documentId' | 'run'>): Promise<KeptChunks> {
    const { rows } = await this.pool.query<KeptChunks>({
      name: 'kept_chunks',
      text: `select coalesce(max(chunk_index) + 1, 0) as next, coalesce(array_agg(distinct embedding_model), '{}') as models,
               encode(sha256(string_agg(sha256(convert_to(content, 'UTF8')), '' order by chunk_index)), 'hex') as digest
             from knowledge_chunk where document_id = $1 and run = $2`,
      values: [documentId, run],
    });
    return rows[0] ?? { next: 0, digest: null, models: [] };
  }

  /** A page of the chunks of a document that searches find: none before its first processing has ended. */
  async page(documentId: string, { limit, offset }: ChunkSlice): Promise<ChunkPage> {
    const { rows } = await this.pool.query<PageRow>({
      name: 'list_chunks',
      text: chunkPageStatement,
      values: [documentId, offset, limit],
    });
    const chunks = rows.flatMap(({ total: _, ...chunk }) => (chunk.chunkIndex === null ? [] : [chunk]));
    return { chunks, total: rows[0]?.total ?? 0 };
  }

  /** Writes chunks from index `first` on. Existing ones are kept: they are the same, or the attempt has removed them before it began. */
  async add(place: ChunkPlace, first: number, chunks: readonly Chunk[], embedded?: Embedded): Promise<void> {
    const rows = chunks.map(({ content, tokens }, index) => ({
      i: first + index,
      c: content,
      t: tokens,
      e: embedded?.vectors[index] === undefined ? null : [...embedded.vectors[index]],
    }));
    await this.pool.query({
      name: 'add_chunks',
      // Words are inserted in order, so that two documents of one knowledge base cannot deadlock.
      text: `with added as (insert into knowledge_chunk (document_id, run, knowledge_base_id, chunk_index, content, token_count, embedding_model, embedding)
             select $1, $2, $3, r.i, r.c, r.t, $4, case when r.e is null then null
               else array(select v::real from json_array_elements_text(r.e) with ordinality x(v, place) order by place) end
             from json_to_recordset($5::json) as r(i int, c text, t int, e json)
             on conflict do nothing returning words)
             insert into knowledge_word select distinct $3::uuid, w.lexeme from added, unnest(added.words) w
             where w.lexeme ~ '^[[:alpha:]]{3,40}$' order by w.lexeme on conflict do nothing`,
      values: [place.documentId, place.run, place.knowledgeBaseId, embedded?.model ?? null, JSON.stringify(rows)],
    });
  }

  /** Removes the chunks of a document, or those of its processings before one. */
  async remove(documentId: string, before = 2_147_483_647): Promise<void> {
    await deleteInSteps(this.pool, 'knowledge_chunk', 'document_id = $1 and run < $2', [documentId, before]);
  }

  /** Removes the chunks of one processing of a document. */
  async removeRun({ documentId, run }: Pick<ChunkPlace, 'documentId' | 'run'>): Promise<void> {
    await deleteInSteps(this.pool, 'knowledge_chunk', 'document_id = $1 and run = $2', [documentId, run]);
  }

  /** Removes the chunks of failed processings, and of former ones whose removal was interrupted. No search finds them. */
  async removeFormer(): Promise<void> {
    const { rows } = await this.pool.query<{ id: string; run: number; searchable: number }>(
      `select d.id, d.run, d.searchable_run as searchable from knowledge_document d
       where (d.status = 'failed' and exists (select from knowledge_chunk c where c.document_id = d.id and c.run > d.searchable_run))
         or (d.status in ('failed', 'completed') and d.searchable_run > 1
           and exists (select from knowledge_chunk c where c.document_id = d.id and c.run < d.searchable_run))`,
    );
    const former = 'document_id = $1 and run <= $2 and run <> $3';
    for (const { id, run, searchable } of rows) await deleteInSteps(this.pool, 'knowledge_chunk', former, [id, run, searchable]);
  }

  /** Removes chunks of deleted documents that were left over, and words of deleted knowledge bases. */
  async removeEnded(): Promise<void> {
    await deleteInSteps(this.pool, 'knowledge_chunk', 'document_id in (select document_id from ended_knowledge_document)', []);
    const isOfNone = 'not exists (select from knowledge_base b where b.id = knowledge_base_id)';
    await deleteInSteps(this.pool, 'knowledge_word', isOfNone, []);
  }
}

/** Tells contents and their order apart, as the database does in `kept`. */
export function contentDigest(chunks: readonly Chunk[]): string {
  const all = createHash('sha256');
  for (const { content } of chunks) all.update(createHash('sha256').update(content).digest());
  return all.digest('hex');
}
