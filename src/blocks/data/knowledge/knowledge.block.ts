import type { Json, JsonObject } from '#kernel/json.js';
import type { BlockContext } from '../../block.js';
import { defineBlock } from '../../define-block.js';
import { output } from '../../fields/schema.js';
import { Files } from '../../ports/files.js';
import { Knowledge, type KnowledgeResult, type WorkspaceKnowledge } from '../../ports/knowledge.js';
import { withEffect } from '../data-work.js';
import { knowledgeFields, readKnowledgeRequest, type KnowledgeSearchRequest, type KnowledgeUploadRequest } from './knowledge-request.js';

const mostBytes = 100 * 1024 * 1024;

/** The knowledge bases of the workspace. */
export const knowledgeBlock = defineBlock({
  type: 'knowledge',
  name: 'Knowledge',
  description: 'Searches the knowledge bases of the workspace, or adds a document to one.',
  category: 'work',
  fields: knowledgeFields,
  outputs: {
    results: output(
      'array',
      'What was found, the best first: `{documentName, content, similarity, chunkIndex, metadata, documentId, knowledgeBaseId}`.',
    ),
    query: output('string', 'What was looked for.'),
    totalResults: output('integer', 'How many results there are.'),
    documentId: output('string', 'Id of the new document, which is processed soon after.'),
    documentName: output('string', 'Its name.'),
  },
  handles: ['source', 'error'],
  needs: [Knowledge, Files],
  run: (fields, context, shown) => {
    const request = readKnowledgeRequest(fields);
    const bases = request.operation === 'search' ? request.knowledgeBaseIds.join(',') : request.knowledgeBaseId;
    const effect = { kind: 'knowledge', target: `${request.operation} ${bases}` } as const;
    const input = shown(request, readKnowledgeRequest);
    return withEffect(context, effect, { ...input } as Json, (key) =>
      request.operation === 'search' ? search(request, context.use(Knowledge)) : upload(request, context, key),
    );
  },
});

async function search(
  { knowledgeBaseIds, query, topK, searchMode, tagFilters }: KnowledgeSearchRequest,
  knowledge: WorkspaceKnowledge,
): Promise<JsonObject> {
  const results = await knowledge.searchKnowledge({ knowledgeBaseIds, query, topK, mode: searchMode, tagFilters });
  return { results: results.map(shown), query: query ?? '', totalResults: results.length };
}

async function upload(
  request: KnowledgeUploadRequest,
  context: BlockContext<typeof Knowledge | typeof Files>,
  key: string,
): Promise<JsonObject> {
  const { knowledgeBaseId, content = '', file, documentTags } = request;
  const stored = file === undefined ? undefined : await context.use(Files).readFile(file, mostBytes);
  const filename = stored === undefined ? textName(request.name ?? '') : (request.name ?? stored.file.name);
  const document = { knowledgeBaseId, filename, content: stored?.bytes ?? Buffer.from(content), tags: documentTags };
  return { documentId: await context.use(Knowledge).addKnowledge(document, key), documentName: filename };
}

function textName(name: string): string {
  return /\.\w+$/.test(name) ? name : `${name}.txt`;
}

function shown({ tags, ...result }: KnowledgeResult): JsonObject {
  const { knowledgeBaseId, documentId, documentName, content, chunkIndex, similarity } = result;
  return { documentName, content, similarity, chunkIndex, metadata: { ...tags }, documentId, knowledgeBaseId };
}
