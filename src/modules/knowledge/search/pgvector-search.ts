import type { Hit } from '../domain/rank-fusion.js';
import { chunkKey, scopeSql } from './search-scope.js';
import { VectorSearch, type VectorQuery } from './vector-search.js';

/** What of a database is needed here. */
export interface Queries {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** What an index of pgvector takes. */
const mostIndexedDimensions = 2_000;

/** By the extension pgvector, with an index for each dimension that occurs: fast for millions of chunks, and nearly exact. */
export class PgvectorSearch extends VectorSearch {
  readonly #indexed = new Map<number, Promise<void>>();

  constructor(private readonly database: Queries) {
    super();
  }

  /** Whether the database has pgvector, which is added where it may be. */
  static async isThere(database: Queries): Promise<boolean> {
    await database.query('create extension if not exists vector').catch(() => undefined);
    const { rows } = await database.query(`select from pg_extension where extname = 'vector'`);
    return rows.length > 0;
  }

  async find({ model, vector, scope, most }: VectorQuery): Promise<Hit[]> {
    const { length } = vector;
    if (length <= mostIndexedDimensions) await this.#index(length);
    const values: unknown[] = [scope.knowledgeBaseIds, `[${vector.join()}]`, model];
    const distance = `c.embedding::vector(${length}) <=> $2::vector(${length})`;
    const text = `select ${chunkKey} as key, 1 - (${distance}) as similarity ${scopeSql(scope, values)}
      and c.embedding_model = $3 and array_length(c.embedding, 1) = ${length} order by ${distance} limit ${Math.trunc(most)}`;
    const { rows } = await this.database.query(text, values);
    return (rows as Hit[]).map(({ key, similarity }) => ({ key, similarity: Math.max(0, similarity) }));
  }

  /** The first search of a dimension makes its index; the others wait for it. */
  #index(dimension: number): Promise<void> {
    const known = this.#indexed.get(dimension);
    if (known !== undefined) return known;
    const made = this.database
      .query(
        `create index if not exists knowledge_chunk_vector_${dimension} on knowledge_chunk
         using hnsw ((embedding::vector(${dimension})) vector_cosine_ops) where array_length(embedding, 1) = ${dimension}`,
      )
      .then(() => undefined);
    this.#indexed.set(dimension, made);
    made.catch(() => this.#indexed.delete(dimension));
    return made;
  }
}
