import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chunkPageStatement } from '../../../src/modules/knowledge/store/chunks.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const documents = 40;
const chunks = 500;
const id = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

let store: TestStore;

/** Each document was processed twice: the first processing is searchable, the second one is under way. */
beforeAll(async () => {
  store = await openTestStore({ events: [], projections: [] });
  await store.pool.query(
    `insert into knowledge_document (id, position, knowledge_base_id, filename, mime_type, file_size, enabled, tags, status, run, searchable_run,
       chunk_count, token_count, character_count, uploaded_by, created_at)
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 1, $1, n || '.txt', 'text/plain', 1, true, '{}', 'processing', 2, 1,
       $3, 1, 1, 'u', now() from generate_series(1, $2::int) n`,
    [id(900), documents, chunks],
  );
  await store.pool.query(
    `insert into knowledge_chunk (document_id, run, knowledge_base_id, chunk_index, content, token_count)
     select d.id, r, $1, c, 'text ' || c, 2 from knowledge_document d, generate_series(1, 2) r, generate_series(0, $2::int - 1) c`,
    [id(900), chunks],
  );
  await store.pool.query('vacuum analyze knowledge_chunk, knowledge_document');
}, 60_000);
afterAll(() => store.finish());

interface Node {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}

const all = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(all)];

describe('a page of the chunks of a document', () => {
  it.each([
    ['at the beginning', 0, 20],
    ['deep inside', 470, 20],
    ['behind the end', 10_000, 1],
  ])('%s looks at the rows that it shows', async (_, offset, most) => {
    const { rows } = await store.pool.query<{ 'QUERY PLAN': readonly [{ readonly Plan: Node }] }>(
      `explain (analyze, format json) ${chunkPageStatement}`,
      [id(7), offset, 20],
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    const nodes = plan === undefined ? [] : all(plan);
    expect(nodes.length).toBeGreaterThan(3);
    const chunkNodes = nodes.filter((node) => node['Node Type'].startsWith('Index'));
    expect(chunkNodes.length).toBeGreaterThanOrEqual(2);
    const lookedAt = chunkNodes.map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']);
    expect(Math.max(...lookedAt)).toBeLessThanOrEqual(most);
  });

  it('shows the searchable processing while another one is under way', async () => {
    const { rows } = await store.pool.query<{ total: number; chunkIndex: number }>(chunkPageStatement, [id(7), 498, 20]);
    expect(rows.map(({ total, chunkIndex }) => [total, chunkIndex])).toEqual([
      [500, 498],
      [500, 499],
    ]);
  });
});
