import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SystemIds } from '#host/system-ids.js';
import { KnowledgeUpkeep } from '#modules/knowledge/commands/knowledge-upkeep.js';
import { KnowledgeApi } from '../../support/knowledge/knowledge-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ inProcess: true });
}, 60_000);
afterAll(() => server.close());

const tidy = (): Promise<void> => server.app.get(KnowledgeUpkeep, { strict: false }).tidy();

async function rows(text: string, ...values: readonly unknown[]): Promise<readonly unknown[]> {
  return (await server.database.pool.query(text, [...values])).rows;
}

/** Writes a chunk as a processing of the document would. */
async function chunk(documentId: string, run: number): Promise<void> {
  const text = `insert into knowledge_chunk (document_id, run, knowledge_base_id, chunk_index, content, token_count)
    select id, $2, knowledge_base_id, 0, 'written', 1 from knowledge_document where id = $1`;
  await rows(text, documentId, run);
}

const runsOf = (documentId: string) => rows('select run from knowledge_chunk where document_id = $1 order by run', documentId);

describe('the upkeep of knowledge', () => {
  it('deletes the knowledge bases of deleted workspaces, with their texts and words', async () => {
    const owner = server.as(server.first.apiKey);
    const { body } = await owner.post('/api/v1/workspaces').send({ name: 'Short-lived' }).expect(200);
    const workspaceId = body.data.id as string;
    const doomed = await KnowledgeApi.create({ ...server, first: { ...server.first, workspaceId } }, 'Doomed');
    const kept = await KnowledgeApi.create(server, 'Kept');
    await doomed.add('a.txt', 'A secret of the workspace');
    await kept.add('b.txt', 'Another text');
    await owner.delete(`/api/v1/workspaces/${workspaceId}`).expect(200);
    await tidy();
    for (const table of ['knowledge_chunk', 'knowledge_word', 'knowledge_document']) {
      expect(await rows(`select distinct knowledge_base_id as id from ${table}`)).toEqual([{ id: kept.id }]);
    }
    expect(await rows('select id from knowledge_base')).toEqual([{ id: kept.id }]);
  });

  it('removes chunks of failed and of former processings, and none that a search or a processing needs', async () => {
    const base = await KnowledgeApi.create(server, 'Reprocessed');
    const completed = await base.add('completed.txt', 'Text');
    await base.client.post(`/api/v1/knowledge/${base.id}/documents/${completed}/reprocess`).send({ workspaceId: base.workspaceId });
    await base.settled(completed);
    await chunk(completed, 1);
    const failed = await base.add('failed.pdf', 'no pdf');
    await chunk(failed, 1);
    const atWork = await base.add('at-work.txt', 'Text');
    await chunk(atWork, 2);
    await rows(`update knowledge_document set status = 'processing', run = 2 where id = $1`, atWork);
    await tidy();
    expect(await runsOf(completed)).toEqual([{ run: 2 }]);
    expect(await runsOf(failed)).toEqual([]);
    expect(await runsOf(atWork)).toEqual([{ run: 1 }, { run: 2 }]);
  });

  it('forgets uploads of runs after thirty days', async () => {
    const dayMs = 86_400_000;
    const idIn = (days: number): string => {
      const hex = (Date.now() - days * dayMs).toString(16).padStart(12, '0');
      return `${hex.slice(0, 8)}-${hex.slice(8)}${new SystemIds().next().slice(13)}`;
    };
    for (const days of [0, 29, 31]) await rows('insert into knowledge_upload values ($1, $2)', `of ${days} days`, idIn(days));
    await tidy();
    expect(await rows('select effect_key as key from knowledge_upload order by effect_key')).toEqual([
      { key: 'of 0 days' },
      { key: 'of 29 days' },
    ]);
  });
});
