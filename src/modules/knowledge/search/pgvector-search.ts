import type { Hit } from '../domain/text/rank-fusion.js';
import { chunkKey, scopeSql } from './search-scope.js';
import { VectorSearch, type VectorQuery } from './vector-search.js';

/** What of a database is needed here. */
export interface Queries {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/**
 * Compares with every vector of the scope, in a database that has pgvector: exact as well, but vectors stay where they are. An index
 * over the vectors of all workspaces would find the nearest of everybody and then drop most of them.
 */
export class PgvectorSearch extends VectorSearch {
  constructor(private readonly database: Queries) {
    super();
  }

  /** Adds pgvector to the database where that is possible: where it is installed, for whoever may. */
  static async add(database: Queries): Promise<void> {
    await database.query('create extension if not exists vector').catch(() => undefined);
  }

  /** Whether the database has pgvector now, where its type is found by name. */
  static async isThere(database: Queries): Promise<boolean> {
    const { rows } = await database.query(`select where to_regtype('vector') is not null`);
    return rows.length > 0;
  }

  async find({ model, vector, scope, most }: VectorQuery): Promise<Hit[]> {
    const values: unknown[] = [scope.knowledgeBaseIds, `[${vector.join()}]`, model, vector.length, most];
    // The condition on the length stands in the way of comparing vectors of different ones.
    const distance = 'case when array_length(c.embedding, 1) = $4 then c.embedding::vector <=> $2::vector end';
    const text = `select ${chunkKey} as key, 1 - (${distance}) as similarity ${scopeSql(scope, values)}
      and c.embedding_model = $3 and array_length(c.embedding, 1) = $4
      order by similarity desc, c.document_id, c.run, c.chunk_index limit $5`;
    const { rows } = await this.database.query(text, values);
    return (rows as Hit[]).map(({ key, similarity }) => ({ key, similarity: Math.max(0, similarity) }));
  }
}
