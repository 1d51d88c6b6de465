import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WordSearch } from '../../../src/modules/knowledge/search/word-search.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const base = '00000000-0000-7000-8000-000000000900';
const document = '00000000-0000-7000-8000-000000000001';

let store: TestStore;
let count = 0;

beforeAll(async () => {
  store = await openTestStore({ events: [], projections: [] });
  await store.pool.query(
    `insert into knowledge_document (id, position, knowledge_base_id, filename, mime_type, file_size, enabled, tags, status, run, searchable_run,
       chunk_count, token_count, character_count, uploaded_by, created_at)
     values ($1, 1, $2, 'a.txt', 'text/plain', 1, true, '{}', 'completed', 1, 1, 20000, 1, 1, 'u', now())`,
    [document, base],
  );
}, 60_000);
afterAll(() => store.finish());

/** Adds chunks with a text behind those that are there. @returns the key of the last */
async function add(content: string, most = 1): Promise<string> {
  await store.pool.query(
    `insert into knowledge_chunk (document_id, run, knowledge_base_id, chunk_index, content, token_count)
     select $1, 1, $2, $3 + n, $4, 3 from generate_series(1, $5::int) n`,
    [document, base, count, content, most],
  );
  count += most;
  return `${document}:1:${count}`;
}

async function first(query: string): Promise<string | undefined> {
  const [hit] = await new WordSearch(store.pool).find(query, { knowledgeBaseIds: [base], tagFilters: [] }, 10);
  return hit?.key;
}

describe('a search by words among thousands of chunks', () => {
  it('finds the chunk with all words, each of which is in thousands of older ones', async () => {
    for (const word of ['order', 'refund', 'policy']) await add(`Something about an ${word}`, 2500);
    const wanted = await add('The policy for the refund of an order');
    expect(await first('order refund policy')).toBe(wanted);
  });

  it('finds the chunk with the rarest word, although several rare words are in thousands of older ones', async () => {
    for (const word of ['apple', 'banana', 'cherry']) await add(`Fruit is ${word}`, 1500);
    const wanted = await add('Fruit is durian');
    expect(await first('apple banana cherry durian')).toBe(wanted);
  });
});
