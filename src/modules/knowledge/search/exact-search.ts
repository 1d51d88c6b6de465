import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Hit } from '../domain/text/rank-fusion.js';
import { chunkKey, scopeSql, type SearchScope } from './search-scope.js';
import { VectorSearch, type VectorQuery } from './vector-search.js';

/** The vectors of a scope in one array, and the chunks that they belong to. */
interface Page {
  readonly keys: readonly string[];
  readonly vectors: Float32Array;
}

interface Row {
  readonly key: string;
  /** The binary form of a PostgreSQL array in Base64: a third of the size of its text, and faster to parse. */
  readonly embedding: string;
}

const pageRows = 500;
/** The size of the cache of vectors. The vectors of a larger scope are read for each search. */
const cacheBytes = 64 * 1024 * 1024;
/** The header of the binary form of a one-dimensional array, and the header of each element. */
const headBytes = 20;
const itemBytes = 8;

/**
 * Compares a query with every vector of the scope: exact, and fast enough for some ten thousand chunks. Used in databases without
 * pgvector.
 */
export class ExactSearch extends VectorSearch {
  readonly #cache = new LRUCache<string, readonly Page[]>({
    maxSize: cacheBytes,
    sizeCalculation: (pages) => pages.reduce((sum, { vectors, keys }) => sum + vectors.byteLength + keys.length * 100, 1),
  });

  constructor(private readonly pool: Pool) {
    super();
  }

  async find({ model, vector, scope, most }: VectorQuery): Promise<Hit[]> {
    const name = await this.#nameOf(scope, model, vector.length);
    const best: Hit[] = [];
    const known = this.#cache.get(name);
    if (known !== undefined) {
      for (const page of known) rank(page, vector, best, most);
      return best;
    }
    const pages: Page[] = [];
    let bytes = 0;
    for await (const page of this.#pages(scope, model, vector.length)) {
      rank(page, vector, best, most);
      bytes += page.vectors.byteLength;
      if (bytes <= cacheBytes) pages.push(page);
      else pages.length = 0;
    }
    if (bytes <= cacheBytes) this.#cache.set(name, pages);
    return best;
  }

  /** The cache key. A cached page is valid until a document of the scope changes. */
  async #nameOf({ knowledgeBaseIds, tagFilters }: SearchScope, model: string, dimension: number): Promise<string> {
    const { rows } = await this.pool.query<{ documents: number; events: number; newest: Date | null }>({
      name: 'version_of_knowledge',
      text: `select count(*)::int as documents, coalesce(sum(position), 0)::float8 as events, max(created_at) as newest
             from knowledge_document where knowledge_base_id = any($1)`,
      values: [knowledgeBaseIds],
    });
    return JSON.stringify([knowledgeBaseIds, tagFilters, model, dimension, rows[0]]);
  }

  async *#pages(scope: SearchScope, model: string, dimension: number): AsyncGenerator<Page> {
    let after: string | undefined;
    for (;;) {
      const values: unknown[] = [scope.knowledgeBaseIds, model, dimension, after ?? null];
      const text = `select ${chunkKey} as key, encode(array_send(c.embedding), 'base64') as embedding ${scopeSql(scope, values)} and c.embedding_model = $2
        and array_length(c.embedding, 1) = $3 and ($4::text is null or (c.document_id, c.run, c.chunk_index) >
          (split_part($4, ':', 1)::uuid, split_part($4, ':', 2)::int, split_part($4, ':', 3)::int))
        order by c.document_id, c.run, c.chunk_index limit ${pageRows}`;
      const { rows } = await this.pool.query<Row>(text, values);
      if (rows.length === 0) return;
      yield toPage(rows, dimension);
      after = rows.at(-1)?.key;
      if (rows.length < pageRows) return;
    }
  }
}

function toPage(rows: readonly Row[], dimension: number): Page {
  const vectors = new Float32Array(rows.length * dimension);
  for (const [row, { embedding }] of rows.entries()) {
    const bytes = Buffer.from(embedding, 'base64');
    for (let place = 0; place < dimension; place += 1) {
      vectors[row * dimension + place] = bytes.readFloatBE(headBytes + place * itemBytes + 4);
    }
  }
  return { keys: rows.map(({ key }) => key), vectors };
}

function rank({ keys, vectors }: Page, query: Float32Array, best: Hit[], most: number): void {
  const dimension = query.length;
  for (const [row, key] of keys.entries()) {
    let product = 0;
    const start = row * dimension;
    for (let place = 0; place < dimension; place += 1) product += (vectors[start + place] ?? 0) * (query[place] ?? 0);
    const similarity = Math.max(0, product);
    if (best.length === most && similarity <= (best.at(-1)?.similarity ?? 0)) continue;
    const at = best.findIndex((hit) => hit.similarity < similarity);
    best.splice(at === -1 ? best.length : at, 0, { key, similarity });
    if (best.length > most) best.pop();
  }
}
