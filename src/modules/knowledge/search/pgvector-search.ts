import type { Hit } from '../domain/text/rank-fusion.js';
import { chunkKey, scopeSql } from './search-scope.js';
import { VectorSearch, type VectorQuery } from './vector-search.js';

/** The part of a database connection that is needed here. */
export interface Queries {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/**
 * Compares a query with every vector of the scope by pgvector. The result is exact, and vectors are not transferred. One index over the
 * vectors of all workspaces would find the nearest of all and then drop most of them.
 */
export class PgvectorSearch extends VectorSearch {
  constructor(private readonly database: Queries) {
    super();
  }

  /** Adds the extension where it is installed and the user has the right to. */
  static async add(database: Queries): Promise<void> {
    await database.query('create extension if not exists vector').catch(() => undefined);
  }

  /** Whether the database has pgvector, with its type on the search path. */
  static async isThere(database: Queries): Promise<boolean> {
    const { rows } = await database.query(`select where to_regtype('vector') is not null`);
    return rows.length > 0;
  }

  async find({ model, vector, scope, most }: VectorQuery): Promise<Hit[]> {
    const values: unknown[] = [scope.knowledgeBaseIds, `[${vector.join()}]`, model, vector.length, most];
    // The condition on the length prevents a comparison of vectors of different dimensions.
    const distance = 'case when array_length(c.embedding, 1) = $4 then c.embedding::vector <=> $2::vector end';
    const text = `select ${chunkKey} as key, 1 - (${distance}) as similarity ${scopeSql(scope, values)}
      and c.embedding_model = $3 and array_length(c.embedding, 1) = $4
      order by similarity desc, c.document_id, c.run, c.chunk_index limit $5`;
    const { rows } = await this.database.query(text, values);
    return (rows as Hit[]).map(({ key, similarity }) => ({ key, similarity: Math.max(0, similarity) }));
  }
}
