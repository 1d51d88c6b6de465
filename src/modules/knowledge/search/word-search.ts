import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { meantBy } from '#kernel/text/misspelling.js';
import type { Hit } from '../domain/text/rank-fusion.js';
import { chunkKey, scopeSql, type SearchScope } from './search-scope.js';

interface Term {
  readonly word: string;
  /** The number of chunks that contain it, counted up to `manyChunks`. */
  readonly chunks: number;
  readonly weight: number;
}

/** Only the first words of a long query count. */
const mostTerms = 24;
/** A word in more chunks than this barely distinguishes them. */
const manyChunks = 2_000;
/** The weight of a misspelled word, relative to a known one. */
const misspeltWeight = 0.8;
/** The maximum number of chunks that are ranked because they have all words, and of those with the rarest words. */
const mostRanked = 2_000;

/**
 * Finds chunks by their words. Chunks with rare words, and with several words, of the query rank first. In databases with pg_trgm, a word
 * that is in no chunk is replaced by the known words that are similar to it.
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
    const unknown = terms.filter(({ chunks }) => chunks === 0);
    for (const { key, score } of (await Promise.all(unknown.map((term) => this.#misspelt(term, scope, most)))).flat()) add(key, score);
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
    return rows.map(({ word, chunks, total }) => ({
      word,
      chunks,
      weight: Math.log(1 + Math.max(1, total) / (Math.max(1, chunks) + 0.5)),
    }));
  }

  async #withWords(terms: readonly Term[], scope: SearchScope): Promise<{ key: string; score: number }[]> {
    if (terms.length === 0) return [];
    const chosen = rarest(terms);
    const isAny = chosen.length === terms.length && chunksOf(chosen) <= mostRanked;
    const values: unknown[] = [
      scope.knowledgeBaseIds,
      chosen.map(({ word }) => word),
      terms.map(({ word }) => word),
      terms.map(({ weight }) => weight),
    ];
    const within = scopeSql(scope, values);
    const having = (words: string): string =>
      `(select ${chunkKey} as key, c.words ${within} and c.words @@ (select ${words} from query) limit ${mostRanked})`;
    const text = `
      with query as (select (select string_agg(quote_literal(word), ' | ')::tsquery from unnest($2::text[]) word) as any_word,
        (select string_agg(quote_literal(word), ' & ')::tsquery from unnest($3::text[]) word) as all_words),
      found as (select distinct on (key) key, words from (${isAny ? '' : `${having('all_words')} union all `}${having('any_word')}) either)
      select key, sum(t.weight * ts_rank('{1,1,1,1}', words, quote_literal(t.word)::tsquery))::float8 as score
      from found, unnest($3::text[], $4::float8[]) t(word, weight)
      group by key order by score desc limit 200`;
    const { rows } = await this.pool.query<{ key: string; score: number }>(text, values);
    return rows;
  }

  /** Searches for similar known words, or by trigrams without one: this finds parts of words and text in languages without spaces. */
  async #misspelt(term: Term, scope: SearchScope, most: number): Promise<{ key: string; score: number }[]> {
    this.#hasLetters ??= this.#lookForLetters();
    if (!(await this.#hasLetters)) return [];
    const { rows } = await this.pool.query<{ word: string }>({
      name: 'words_like',
      text: 'select knowledge_words_like($1, $2) as word',
      values: [scope.knowledgeBaseIds, term.word],
    });
    const weight = term.weight * misspeltWeight;
    const meant = meantBy(
      term.word,
      rows.map(({ word }) => word),
    );
    if (meant.length > 0)
      return this.#withWords(
        meant.map((word) => ({ word, chunks: 1, weight })),
        scope,
      );
    const hits = await this.#withLetters(term, scope, most);
    return hits.map(({ key, score }) => ({ key, score: score * weight }));
  }

  async #withLetters({ word }: Term, scope: SearchScope, most: number): Promise<{ key: string; score: number }[]> {
    const values: unknown[] = [scope.knowledgeBaseIds, word, most];
    const text = `select ${chunkKey} as key, word_similarity($2, c.content)::float8 as score ${scopeSql(scope, values)} and $2 <% c.content
      order by score desc limit $3`;
    const { rows } = await this.pool.query<{ key: string; score: number }>(text, values);
    return rows;
  }

  async #lookForLetters(): Promise<boolean> {
    const { rows } = await this.pool.query<{ there: boolean }>(
      `select to_regclass('knowledge_chunk_letters') is not null and to_regproc('knowledge_words_like') is not null as there`,
    );
    return rows[0]?.there === true;
  }
}

/** The rarest words, which together are in as many chunks as are ranked. All words if each of them is in many chunks. */
function rarest(terms: readonly Term[]): readonly Term[] {
  const rare = terms.filter(({ chunks }) => chunks < manyChunks).toSorted((a, b) => a.chunks - b.chunks);
  const chosen = rare.filter((_, index) => index === 0 || chunksOf(rare.slice(0, index + 1)) <= mostRanked);
  return chosen.length > 0 ? chosen : terms;
}

function chunksOf(terms: readonly Term[]): number {
  return terms.reduce((sum, { chunks }) => sum + chunks, 0);
}
