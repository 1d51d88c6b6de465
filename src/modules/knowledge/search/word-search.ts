import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Hit } from '../domain/rank-fusion.js';
import { chunkKey, scopeSql, type SearchScope } from './search-scope.js';

interface Term {
  readonly word: string;
  /** In how many chunks it is; counting stops at `manyChunks`. */
  readonly chunks: number;
  readonly weight: number;
}

/** Of a long query the first ones count. */
const mostTerms = 24;
/** A word that is in more chunks than this says little. */
const manyChunks = 2_000;
/** Chunks that are ranked, those with the rarest words. */
const mostRanked = 2_000;

/**
 * Finds chunks by their words: those with rare words of the query, and with several of them, go first. Words that are in no chunk are
 * looked for by their letters where the database has pg_trgm, which finds what is spelt almost right.
 */
@Injectable()
export class WordSearch {
  #hasLetters: Promise<boolean> | undefined;

  constructor(private readonly pool: Pool) {}

  async find(query: string, scope: SearchScope, most: number): Promise<Hit[]> {
    const terms = await this.#terms(query, scope);
    const total = terms.reduce((sum, { weight }) => sum + weight, 0);
    const scores = new Map<string, number>();
    const add = (key: string, score: number): void => void scores.set(key, (scores.get(key) ?? 0) + score / total);
    const known = terms.filter(({ chunks }) => chunks > 0);
    for (const { key, score } of await this.#withWords(known, scope)) add(key, score);
    for (const term of terms.filter(({ chunks }) => chunks === 0)) {
      for (const { key, score } of await this.#withLetters(term, scope, most)) add(key, score * term.weight);
    }
    return [...scores]
      .map(([key, similarity]) => ({ key, similarity: Math.min(1, similarity) }))
      .toSorted((a, b) => b.similarity - a.similarity || (a.key < b.key ? -1 : 1))
      .slice(0, most);
  }

  async #terms(query: string, { knowledgeBaseIds }: SearchScope): Promise<Term[]> {
    const { rows } = await this.pool.query<{ word: string; chunks: number; total: number }>({
      name: 'search_terms',
      text: `select t.lexeme as word, (select sum(chunk_count)::float8 from knowledge_document where knowledge_base_id = any($1)) as total,
               (select count(*)::int from (select 1 from knowledge_chunk c
                where c.knowledge_base_id = any($1) and c.words @@ quote_literal(t.lexeme)::tsquery limit ${manyChunks}) x) as chunks
             from unnest(to_tsvector('english', $2)) t order by t.positions[1] limit ${mostTerms}`,
      values: [knowledgeBaseIds, query],
    });
    return rows.map(({ word, chunks, total }) => ({ word, chunks, weight: Math.log(1 + Math.max(1, total) / (chunks + 0.5)) }));
  }

  async #withWords(terms: readonly Term[], scope: SearchScope): Promise<{ key: string; score: number }[]> {
    const rare = terms.filter(({ chunks }) => chunks < manyChunks);
    const chosen = rare.length > 0 ? rare : terms;
    if (chosen.length === 0) return [];
    const values: unknown[] = [
      scope.knowledgeBaseIds,
      chosen.map(({ word }) => word),
      terms.map(({ word }) => word),
      terms.map(({ weight }) => weight),
    ];
    const text = `
      with query as (select string_agg(quote_literal(word), ' | ')::tsquery as any_word from unnest($2::text[]) word),
      found as (select ${chunkKey} as key, c.words ${scopeSql(scope, values)} and c.words @@ (select any_word from query) limit ${mostRanked})
      select key, sum(t.weight * ts_rank('{1,1,1,1}', words, quote_literal(t.word)::tsquery))::float8 as score
      from found, unnest($3::text[], $4::float8[]) t(word, weight)
      group by key order by score desc limit 200`;
    const { rows } = await this.pool.query<{ key: string; score: number }>(text, values);
    return rows;
  }

  async #withLetters({ word }: Term, scope: SearchScope, most: number): Promise<{ key: string; score: number }[]> {
    this.#hasLetters ??= this.#lookForLetters();
    if (!(await this.#hasLetters)) return [];
    const values: unknown[] = [scope.knowledgeBaseIds, word, most];
    const text = `select ${chunkKey} as key, word_similarity($2, c.content)::float8 as score ${scopeSql(scope, values)} and $2 <% c.content
      order by score desc limit $3`;
    const { rows } = await this.pool.query<{ key: string; score: number }>(text, values);
    return rows;
  }

  async #lookForLetters(): Promise<boolean> {
    const { rows } = await this.pool.query<{ there: boolean }>(`select to_regclass('knowledge_chunk_letters') is not null as there`);
    return rows[0]?.there === true;
  }
}
