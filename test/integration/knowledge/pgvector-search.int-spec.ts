import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { SystemIds } from '#host/system-ids.js';
import { ExactSearch } from '../../../src/modules/knowledge/search/exact-search.js';
import { PgvectorSearch } from '../../../src/modules/knowledge/search/pgvector-search.js';
import type { SearchScope } from '../../../src/modules/knowledge/search/search-scope.js';
import { Chunks } from '../../../src/modules/knowledge/store/chunks.js';
import { openPgvectorPool } from '../../support/knowledge/pglite-pool.js';

const ids = new SystemIds();
const model = 'a-model';
const most = 20;

let pool: Pool;
let knowledgeBaseId: string;

beforeAll(async () => {
  pool = await openPgvectorPool();
}, 120_000);
afterAll(() => pool.end());
beforeEach(async () => {
  knowledgeBaseId = ids.next();
  await PgvectorSearch.add(pool);
});

/** A vector of length 1. */
function vectorOf(...numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (value) => value / length);
}

/** Pseudo-random vectors, the same for the same seed. */
function vectors(count: number, dimension: number, seed: number): Float32Array[] {
  const wave = (place: number): number => Math.sin(place * 12.9898 + seed * 78.233) * 43_758.5453;
  const number = (place: number): number => wave(place) - Math.floor(wave(place)) - 0.5;
  return Array.from({ length: count }, (_, row) =>
    vectorOf(...Array.from({ length: dimension }, (__, place) => number(row * dimension + place))),
  );
}

interface Made {
  readonly run?: number;
  readonly enabled?: boolean;
  readonly tags?: object;
  readonly knowledgeBase?: string;
  readonly embeddedBy?: string;
}

/** A document whose first processing is searchable. */
async function made(
  embeddings: readonly Float32Array[],
  { run = 1, enabled = true, tags = {}, knowledgeBase, embeddedBy }: Made = {},
): Promise<string> {
  const documentId = ids.next();
  const base = knowledgeBase ?? knowledgeBaseId;
  await pool.query(`insert into knowledge_document select * from json_populate_record(null::knowledge_document, $1)`, [
    {
      id: documentId,
      knowledge_base_id: base,
      position: 1,
      filename: documentId,
      file_size: 1,
      mime_type: 'text/plain',
      status: 'completed',
      run: 1,
      searchable_run: 1,
      chunk_count: embeddings.length,
      token_count: 1,
      character_count: 1,
      enabled,
      tags,
      uploaded_by: 'x',
      created_at: '2031-03-04T05:06:07.000Z',
    },
  ]);
  const chunks = embeddings.map((_, index) => ({ content: `chunk ${index}`, tokens: 2 }));
  await new Chunks(pool).add({ documentId, run, knowledgeBaseId: base }, 0, chunks, { model: embeddedBy ?? model, vectors: embeddings });
  return documentId;
}

const scope = (more: Partial<SearchScope> = {}): SearchScope => ({ knowledgeBaseIds: [knowledgeBaseId], tagFilters: [], ...more });

/** The results of both searches, which must be equal. */
async function found(vector: Float32Array, where = scope()): Promise<readonly string[]> {
  const query = { model, vector, scope: where, most };
  const [inDatabase, exactly] = [await new PgvectorSearch(pool).find(query), await new ExactSearch(pool).find(query)];
  expect(inDatabase.map(({ key }) => key)).toEqual(exactly.map(({ key }) => key));
  for (const [place, { similarity }] of inDatabase.entries()) expect(similarity).toBeCloseTo(exactly[place]?.similarity ?? 0, 5);
  return inDatabase.map(({ key }) => key);
}

describe('a search by pgvector', () => {
  it('returns the same results in the same order as the exact search', async () => {
    for (const seed of [1, 2, 3]) await made(vectors(200, 64, seed));
    for (const query of vectors(10, 64, 9)) expect(await found(query)).toHaveLength(most);
  });

  it('tells how near something is: from 1 for the same to 0 for the opposite', async () => {
    const id = await made([vectorOf(0, 1), vectorOf(1, 0), vectorOf(-1, 0)]);
    const hits = await new PgvectorSearch(pool).find({ model, vector: vectorOf(1, 0), scope: scope(), most });
    expect(hits.map(({ key, similarity }) => [key, Math.round(similarity * 1000)])).toEqual([
      [`${id}:1:1`, 1000],
      [`${id}:1:0`, 0],
      [`${id}:1:2`, 0],
    ]);
  });

  it('leaves out disabled documents, other processings, other knowledge bases and documents that do not match the tags', async () => {
    const right = await made([vectorOf(1, 0)], { tags: { team: 'ops' } });
    await made([vectorOf(1, 0)], { tags: { team: 'sales' } });
    await made([vectorOf(1, 0)], { tags: { team: 'ops' }, enabled: false });
    await made([vectorOf(1, 0)], { tags: { team: 'ops' }, run: 2 });
    await made([vectorOf(1, 0)], { tags: { team: 'ops' }, knowledgeBase: ids.next() });
    const tagFilters = [{ tagName: 'team', operator: 'eq', value: 'ops' }] as const;
    expect(await found(vectorOf(1, 0), scope({ tagFilters }))).toEqual([`${right}:1:0`]);
  });

  it('compares only vectors of the same model and dimension, even after a change of the model', async () => {
    await made(vectors(50, 8, 1));
    await made([vectorOf(1, 0)], { embeddedBy: 'another-model' });
    const changed = await made([vectorOf(1, 0)]);
    expect(await found(vectorOf(1, 0))).toEqual([`${changed}:1:0`]);
    expect(await found(vectorOf(1, 0, 0))).toEqual([]);
  });

  it('leaves out chunks without a vector', async () => {
    const documentId = await made([]);
    await new Chunks(pool).add({ documentId, run: 1, knowledgeBaseId }, 0, [{ content: 'words alone', tokens: 2 }]);
    expect(await found(vectorOf(1, 0))).toEqual([]);
  });

  it('does not find deleted documents', async () => {
    const [gone, stays] = [await made([vectorOf(1, 0)]), await made([vectorOf(1, 1)])];
    expect(await found(vectorOf(1, 0))).toEqual([`${gone}:1:0`, `${stays}:1:0`]);
    await pool.query('delete from knowledge_document where id = $1', [gone]);
    expect(await found(vectorOf(1, 0))).toEqual([`${stays}:1:0`]);
  });

  it('reads only the chunks of the searched knowledge bases', async () => {
    for (let other = 0; other < 20; other += 1) await made(vectors(200, 4, other), { knowledgeBase: ids.next() });
    await made(vectors(5, 4, 99));
    await pool.query('analyze knowledge_chunk, knowledge_document');
    const explained: string[] = [];
    const explaining = {
      query: async (text: string, values?: unknown[]) => {
        const { rows } = await pool.query<Record<string, string>>(`explain ${text}`, values);
        explained.push(...rows.map((row) => Object.values(row).join()));
        return { rows: [] };
      },
    };
    await new PgvectorSearch(explaining).find({ model, vector: vectorOf(1, 0, 0, 0), scope: scope(), most });
    expect(explained.join('\n')).toMatch(/Index.* knowledge_chunk_(base|pkey)/);
    expect(explained.join('\n')).not.toContain('Seq Scan on knowledge_chunk');
  });
});

describe('pgvector', () => {
  it('is added where it is installed, and reported absent once it has been dropped', async () => {
    expect(await PgvectorSearch.isThere(pool)).toBe(true);
    await pool.query('drop extension vector');
    expect(await PgvectorSearch.isThere(pool)).toBe(false);
    await PgvectorSearch.add(pool);
    await PgvectorSearch.add(pool);
    expect(await PgvectorSearch.isThere(pool)).toBe(true);
  });
});
