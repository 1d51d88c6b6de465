import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { numberIn } from '#engine/values/coerce.js';
import { plainText } from '#engine/values/json-text.js';
import { isFilled } from '../../fields/blank.js';
import { needed, refused } from '../../fields/field.js';
import type { ValuesOf } from '../../fields/field-set.js';
import { choice, json, line, text } from '../../fields/kinds.js';
import { operation, strictJson, wholeNumber } from '../../fields/strict.js';
import { fileReferences } from '../file-references.js';

const searchModes = ['hybrid', 'vector'] as const;

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

const names = { 'x-names': 'knowledge base' };
const searching = { 'x-when': { operation: ['search'] } };
const creating = { 'x-when': { operation: ['create_document'] } };

export const knowledgeFields = {
  operation: operation('`search` finds passages of documents. `create_document` adds a document.', ['search', 'create_document']),
  knowledgeBaseId: text('Where to search, or where to add the document. A search takes up to 20 ids, with commas between them.', {
    type: ['string', 'array'],
    title: 'Knowledge base',
    ...names,
  })
    .also({
      manualKnowledgeBaseId: text('The same, in documents of other editors.', names),
      knowledgeBaseSelector: text('The same, in documents of other editors.', names),
    })
    .required('must name a knowledge base')
    .as((written, inputs, name) => idsIn(name, inputs.value(isFilled(written) ? written : ''))),
  query: line('What is looked for, in plain words or as a reference: `<start.question>`.', searching),
  topK: wholeNumber('How many passages are found at most.', { default: 10, minimum: 1, maximum: 100, ...searching }),
  tagFilters: strictJson(
    'Only documents with these tags are searched: `{"team": "sales"}`, or a list of `{tagName, operator, value, valueTo}`.',
    searching,
  ).convert(filtersIn),
  searchMode: choice('What counts: `hybrid` words and meaning, `vector` meaning alone.', searchModes, { default: 'hybrid', ...searching }),
  name: line('Name of the new document, such as `returns.md`. Without an extension it is a text.', creating),
  content: text('The text of the document.', creating),
  file: json('A file instead of the content: its name, or a file of another block such as `<file1.file>`.', {
    'x-names': 'file',
    ...creating,
  }).as((written, inputs, name) => (isFilled(written) ? fileReferences(name, inputs.json(written))[0] : undefined)),
  documentTags: strictJson(
    'By what searches can choose the document: `{"team": "sales"}`, or a list of `{tagName, value}`.',
    creating,
  ).convert(tagsIn),
};

type KnowledgeFields = ValuesOf<typeof knowledgeFields>;

/** @throws BlockFailure when a field that the operation needs is missing or not valid */
export function readKnowledgeRequest(fields: KnowledgeFields): KnowledgeSearchRequest | KnowledgeUploadRequest {
  const { operation, knowledgeBaseId: bases } = fields;
  if (operation === 'search') return readSearch(bases, fields);
  const [first = '', ...others] = bases;
  if (others.length > 0) throw refused('knowledgeBaseId', 'must name one knowledge base');
  return readUpload(first, fields);
}

function readSearch(knowledgeBaseIds: readonly string[], fields: KnowledgeFields): KnowledgeSearchRequest {
  const { query, tagFilters } = fields;
  if (query === '' && tagFilters === undefined) throw refused('query', 'or tagFilters must say what is looked for');
  if (query.length > longestQuery) throw refused('query', `must not have more than ${longestQuery} characters`);
  return {
    operation: 'search',
    knowledgeBaseIds,
    ...(query === '' ? {} : { query }),
    topK: fields.topK ?? 10,
    searchMode: fields.searchMode,
    ...(tagFilters === undefined ? {} : { tagFilters }),
  };
}

function readUpload(knowledgeBaseId: string, fields: KnowledgeFields): KnowledgeUploadRequest {
  const { name, content, file, documentTags } = fields;
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

function idsIn(name: string, value: Json): readonly string[] {
  const items = Array.isArray(value) ? (value as readonly Json[]).map(plainText) : plainText(value).split(',');
  const ids = items.map((item) => item.trim()).filter((item) => item !== '');
  if (ids.length === 0) throw refused(name, 'is missing');
  if (ids.length > mostBases) throw refused(name, `must not name more than ${mostBases} knowledge bases`);
  return [...new Set(ids)];
}

/** Editors keep empty rows, and every value as text with its type beside it. */
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
