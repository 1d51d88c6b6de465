import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { deleteInSteps } from '#ledger/chores/delete-in-steps.js';
import type { Chunk } from '../domain/text/split-text.js';

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

/** The chunks of documents. The chunks of a processing become searchable when their document names its number. */
@Injectable()
export class Chunks {
  constructor(private readonly pool: Pool) {}

  /** The number of written chunks of a processing. They are written in order, so a retry continues after them. */
  async count({ documentId, run }: Pick<ChunkPlace, 'documentId' | 'run'>): Promise<number> {
    const { rows } = await this.pool.query<{ n: number }>({
      name: 'count_chunks',
      text: 'select count(*)::int as n from knowledge_chunk where document_id = $1 and run = $2',
      values: [documentId, run],
    });
    return rows[0]?.n ?? 0;
  }

  /** Writes chunks from index `first` on. Existing ones are kept, because each attempt produces the same chunks. */
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

  /** Removes chunks of deleted documents that were left over, and words of deleted knowledge bases. */
  async removeEnded(): Promise<void> {
    await deleteInSteps(this.pool, 'knowledge_chunk', 'document_id in (select document_id from ended_knowledge_document)', []);
    const isOfNone = 'not exists (select from knowledge_base b where b.id = knowledge_base_id)';
    await deleteInSteps(this.pool, 'knowledge_word', isOfNone, []);
  }
}
