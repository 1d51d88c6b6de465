import type { Json, JsonObject } from '#kernel/json.js';
import type { SearchResult } from '#modules/knowledge/index.js';
import type { Block, DocumentProblem } from '#document/document.js';
import type { RunData } from '../run-data.js';
import { firstFilled, operationProblems } from '../data-fields.js';
import { doWithData } from '../data-work.js';
import { fieldOf, fieldProblem } from '../../fields/field-problem.js';
import type { PublishedBlock } from '../../palette.js';
import { knowledgePalette } from './knowledge-palette.js';
import {
  knowledgeOperations,
  readKnowledgeRequest,
  type KnowledgeSearchRequest,
  type KnowledgeUploadRequest,
} from './knowledge-request.js';

const mostBytes = 100 * 1024 * 1024;

/** The knowledge bases of the workspace. */
export const knowledgeBlock: PublishedBlock = {
  type: 'knowledge',
  palette: knowledgePalette,
  check: (block) => [...operationProblems(block, knowledgeOperations), ...baseProblems(block)],
  run: (block, context) => {
    const request = readKnowledgeRequest(block, context.inputs);
    const bases = request.operation === 'search' ? request.knowledgeBaseIds.join(',') : request.knowledgeBaseId;
    const effect = { kind: 'knowledge', target: `${request.operation} ${bases}` } as const;
    return doWithData(context, effect, { ...request } as Json, (data, key) =>
      request.operation === 'search' ? search(request, data) : upload(request, data, key),
    );
  },
};

async function search(
  { knowledgeBaseIds, query, topK, searchMode, tagFilters }: KnowledgeSearchRequest,
  data: RunData,
): Promise<JsonObject> {
  const results = await data.searchKnowledge({ knowledgeBaseIds, query, topK, mode: searchMode, tagFilters });
  return { results: results.map(shown), query: query ?? '', totalResults: results.length };
}

async function upload(request: KnowledgeUploadRequest, data: RunData, key: string): Promise<JsonObject> {
  const { knowledgeBaseId, content = '', file, documentTags } = request;
  const stored = file === undefined ? undefined : await data.readFile(file, mostBytes);
  const filename = stored === undefined ? textName(request.name ?? '') : (request.name ?? stored.file.name);
  const document = { knowledgeBaseId, filename, content: stored?.bytes ?? Buffer.from(content), tags: documentTags };
  return { documentId: await data.addKnowledge(document, key), documentName: filename };
}

function textName(name: string): string {
  return /\.\w+$/.test(name) ? name : `${name}.txt`;
}

function shown({ tags, ...result }: SearchResult): JsonObject {
  const { knowledgeBaseId, documentId, documentName, content, chunkIndex, similarity } = result;
  return { documentName, content, similarity, chunkIndex, metadata: { ...tags }, documentId, knowledgeBaseId };
}

function baseProblems(block: Block): readonly DocumentProblem[] {
  const named = firstFilled(
    fieldOf(block, 'knowledgeBaseId'),
    fieldOf(block, 'manualKnowledgeBaseId'),
    fieldOf(block, 'knowledgeBaseSelector'),
  );
  return named === undefined ? [fieldProblem(block, 'knowledgeBaseId', 'must name a knowledge base', 'required')] : [];
}
