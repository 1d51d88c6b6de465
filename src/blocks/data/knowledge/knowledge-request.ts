import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { numberIn } from '#engine/values/coerce.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { plainText } from '#engine/values/json-text.js';
import type { PlannedBlock } from '#engine/graph/plan.js';
import { firstFilled, isFilled, jsonField, needed, readOperation, refused, wholeField } from '../data-fields.js';
import { fileReferences } from '../file-references.js';

export const knowledgeOperations = ['search', 'create_document'] as const;
export const searchModes = ['hybrid', 'vector'] as const;

export interface KnowledgeSearchRequest {
  readonly operation: 'search';
  readonly knowledgeBaseIds: readonly string[];
  readonly query?: string;
  readonly topK: number;
  readonly searchMode: (typeof searchModes)[number];
  readonly tagFilters?: Json;
}

export interface KnowledgeUploadRequest {
  readonly operation: 'create_document';
  readonly knowledgeBaseId: string;
  readonly name?: string;
  readonly content?: string;
  /** A file of the workspace, instead of content. */
  readonly file?: string;
  readonly documentTags?: JsonObject;
}

const mostBases = 20;
const longestQuery = 10_000;

/** @throws BlockFailure when a field is missing or is not what it has to be */
export function readKnowledgeRequest(block: PlannedBlock, inputs: BlockInputs): KnowledgeSearchRequest | KnowledgeUploadRequest {
  const { params } = block;
  const operation = readOperation(params['operation'], knowledgeOperations);
  const written = firstFilled(params['knowledgeBaseId'], params['manualKnowledgeBaseId'], params['knowledgeBaseSelector']);
  const bases = idsIn(inputs.value(written ?? ''));
  const [first = ''] = bases;
  return operation === 'search' ? readSearch(params, bases, inputs) : readUpload(params, first, inputs);
}

function readSearch(params: PlannedBlock['params'], knowledgeBaseIds: readonly string[], inputs: BlockInputs): KnowledgeSearchRequest {
  const query = inputs.text(params['query']).trim();
  const tagFilters = filtersIn(jsonField('tagFilters', params['tagFilters'], inputs));
  if (query === '' && tagFilters === undefined) throw refused('query', 'or tagFilters must say what is looked for');
  if (query.length > longestQuery) throw refused('query', `must not have more than ${longestQuery} characters`);
  return {
    operation: 'search',
    knowledgeBaseIds,
    ...(query === '' ? {} : { query }),
    topK: wholeField('topK', params['topK'], inputs, [1, 100]) ?? 10,
    searchMode: params['searchMode'] === 'vector' ? 'vector' : 'hybrid',
    ...(tagFilters === undefined ? {} : { tagFilters }),
  };
}

function readUpload(params: PlannedBlock['params'], knowledgeBaseId: string, inputs: BlockInputs): KnowledgeUploadRequest {
  const name = inputs.text(params['name']).trim();
  const content = inputs.text(params['content']);
  const [file] = isFilled(params['file']) ? fileReferences('file', inputs.json(params['file'])) : [];
  const documentTags = tagsIn(jsonField('documentTags', params['documentTags'], inputs));
  if (file === undefined) {
    needed('name', name);
    needed('content', content);
  }
  return {
    operation: 'create_document',
    knowledgeBaseId,
    ...(name === '' ? {} : { name }),
    ...(file === undefined ? { content } : { file }),
    ...(documentTags === undefined ? {} : { documentTags }),
  };
}

function idsIn(value: Json): readonly string[] {
  const items = Array.isArray(value) ? (value as readonly Json[]).map(plainText) : plainText(value).split(',');
  const ids = items.map((item) => item.trim()).filter((item) => item !== '');
  if (ids.length === 0) throw refused('knowledgeBaseId', 'is missing');
  if (ids.length > mostBases) throw refused('knowledgeBaseId', `must not name more than ${mostBases} knowledge bases`);
  return [...new Set(ids)];
}

/** Editors keep rows that are not filled in, and every value as text, with its type beside it. */
function filtersIn(filters: Json | undefined): Json | undefined {
  if (!Array.isArray(filters)) return filters;
  const filled = (filters as readonly Json[]).map(rowIn).filter(({ tagName, value }) => isFilled(tagName) || isFilled(value));
  return filled.length === 0
    ? undefined
    : filled.map(({ tagName = '', operator = 'eq', value = '', valueTo }) => ({
        tagName,
        operator,
        value,
        ...(isFilled(valueTo) ? { valueTo } : {}),
      }));
}

function tagsIn(tags: Json | undefined): JsonObject | undefined {
  if (tags === undefined || isJsonObject(tags)) return tags;
  if (!Array.isArray(tags)) throw refused('documentTags', 'must be an object or a list');
  const rows = (tags as readonly Json[]).map(rowIn).filter(({ tagName, value }) => isFilled(tagName) && isFilled(value));
  return Object.fromEntries(rows.map(({ tagName, value = '' }) => [plainText(tagName), value]));
}

function rowIn(row: Json): JsonObject {
  if (!isJsonObject(row)) return {};
  const { tagValue, value = tagValue, valueTo, fieldType, ...rest } = row;
  return { ...rest, value: typed(value, fieldType), ...(valueTo === undefined ? {} : { valueTo: typed(valueTo, fieldType) }) };
}

function typed(value: Json | undefined, type: Json | undefined): Json {
  if (typeof value !== 'string') return value ?? null;
  if (type === 'number') return numberIn(value) ?? value;
  return type === 'boolean' && (value === 'true' || value === 'false') ? value === 'true' : value;
}
