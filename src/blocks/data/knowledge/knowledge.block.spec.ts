import { describe, expect, it } from '@jest/globals';
import { notFound } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { aBlock } from '../../../../test/support/engine/documents.js';
import { keptData } from '../../../../test/support/engine/kept-data.js';
import { runBlock } from '../../../../test/support/engine/run-block.js';
import { knowledgeBlock } from './knowledge.block.js';

async function use(fields: Readonly<Record<string, Json>>, input: Json = {}, answers: Parameters<typeof keptData>[0] = {}) {
  const { data, asked } = keptData(answers);
  return { ended: await runBlock('knowledge', { knowledgeBaseId: 'base-1', ...fields }, { data, input }), asked };
}

const key = expect.stringMatching(/^[\w-]{43}$/);

describe('a knowledge block that searches', () => {
  it('asks for what its author wants to know', async () => {
    const fields = { query: '<start.question>', topK: '3', searchMode: 'vector', tagFilters: '{"team": "<start.team>"}' };
    const { asked, ended } = await use(fields, { question: 'How?', team: 'ops' });
    const question = { knowledgeBaseIds: ['base-1'], query: 'How?', topK: 3, mode: 'vector', tagFilters: { team: 'ops' } };
    expect(asked).toEqual([['searchKnowledge', question]]);
    const found = { documentName: 'guide.md', content: 'Turn it off', similarity: 0.5, chunkIndex: 2, metadata: { team: 'ops' } };
    expect(ended.output).toEqual({
      results: [{ ...found, documentId: 'document-1', knowledgeBaseId: 'base-1' }],
      query: 'How?',
      totalResults: 1,
    });
  });

  it.each<[Readonly<Record<string, Json>>, readonly string[]]>([
    [{ knowledgeBaseId: 'base-1, base-2,base-1' }, ['base-1', 'base-2']],
    [{ knowledgeBaseId: ['base-1', '<start.other>'] }, ['base-1', 'base-3']],
    [{ knowledgeBaseId: '', knowledgeBaseSelector: 'base-4' }, ['base-4']],
    [{ knowledgeBaseId: '', manualKnowledgeBaseId: '<start.other>' }, ['base-3']],
  ])('looks in the knowledge bases of %j', async (fields, knowledgeBaseIds) => {
    const { asked } = await use({ query: 'x', ...fields }, { other: 'base-3' });
    expect(asked[0]?.[1]).toMatchObject({ knowledgeBaseIds, topK: 10, mode: 'hybrid' });
  });

  it('takes tags as editors keep them, without the rows that are not filled in', async () => {
    const tagFilters = [
      { id: '1', tagSlot: 'tag1', tagName: 'year', fieldType: 'number', operator: 'between', tagValue: '2030', valueTo: '2031' },
      { id: '2', tagName: '', fieldType: 'text', operator: 'eq', tagValue: '' },
    ];
    const { asked } = await use({ tagFilters: JSON.stringify(tagFilters) });
    expect(asked[0]?.[1]).toMatchObject({ tagFilters: [{ tagName: 'year', operator: 'between', value: 2030, valueTo: 2031 }] });
  });

  it.each<[Readonly<Record<string, Json>>, string]>([
    [{}, 'query or tagFilters must say what is looked for'],
    [{ query: 'x', topK: 101 }, 'topK must be a whole number from 1 to 100'],
    [{ query: 'x', knowledgeBaseId: '<start.none>' }, 'knowledgeBaseId is missing'],
    [{ operation: 'forget' }, 'operation must be one of search, create_document'],
    [{ query: 'x'.repeat(10_001) }, 'query must not have more than 10000 characters'],
  ])('fails before it asks: %j', async (fields, message) => {
    const { asked, ended } = await use(fields);
    expect(ended.error).toContain(message);
    expect(asked).toEqual([]);
  });

  it('fails when the workspace does not have the knowledge base', async () => {
    const searchKnowledge = () => {
      throw notFound('Knowledge base');
    };
    const { ended } = await use({ query: 'x' }, {}, { searchKnowledge });
    expect(ended).toMatchObject({ error: 'Knowledge base not found', input: { operation: 'search', query: 'x' } });
  });
});

describe('a knowledge block that adds a document', () => {
  const adding = { operation: 'create_document' };

  it('makes it of a text', async () => {
    const documentTags = '[{"tagName": "team", "fieldType": "text", "value": "ops"}, {"tagName": "", "value": ""}]';
    const { asked, ended } = await use({ ...adding, name: 'Minutes', content: '<start.text>', documentTags }, { text: 'We met' });
    const document = { knowledgeBaseId: 'base-1', filename: 'Minutes.txt', content: Buffer.from('We met'), tags: { team: 'ops' } };
    expect(asked).toEqual([['addKnowledge', document, key]]);
    expect(ended.output).toEqual({ documentId: 'document-2', documentName: 'Minutes.txt' });
  });

  it('fails when it names two knowledge bases', async () => {
    const { asked, ended } = await use({ ...adding, knowledgeBaseId: 'base-1, base-2', content: 'x' });
    expect(ended.error).toContain('knowledgeBaseId must name one knowledge base');
    expect(asked).toEqual([]);
  });

  it('makes it of a file of the workspace', async () => {
    const { asked } = await use({ ...adding, file: '<start.file>' }, { file: { id: 'file-1', name: 'notes.md' } });
    expect(asked).toEqual([
      ['readFile', 'file-1', 104_857_600],
      ['addKnowledge', expect.objectContaining({ filename: 'notes.md', content: Buffer.from('héllo') }), key],
    ]);
  });

  it.each<[Readonly<Record<string, Json>>, string]>([
    [{ name: 'x' }, 'content is missing'],
    [{ content: 'x' }, 'name is missing'],
    [{ file: {} }, 'file must name a file'],
  ])('fails when there is nothing to add: %j', async (fields, message) => {
    const { asked, ended } = await use({ ...adding, ...fields });
    expect(ended.error).toContain(message);
    expect(asked).toEqual([]);
  });
});

describe('a knowledge block that is deployed', () => {
  it('must name a knowledge base', () => {
    expect(knowledgeBlock.check(aBlock('b', 'knowledge'))).toMatchObject([{ field: 'knowledgeBaseId', code: 'required' }]);
  });
});
