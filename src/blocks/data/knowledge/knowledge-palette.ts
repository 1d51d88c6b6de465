import { choice, fields, json, number, output, text } from '../../fields/palette-fields.js';
import type { PaletteEntry } from '../../palette.js';
import { knowledgeOperations, searchModes } from './knowledge-request.js';

const searching = { 'x-when': { operation: ['search'] } };
const creating = { 'x-when': { operation: ['create_document'] } };

export const knowledgePalette: PaletteEntry = {
  name: 'Knowledge',
  description: 'Searches the knowledge bases of the workspace, or adds a document to one.',
  category: 'work',
  inputs: fields(
    {
      operation: choice('What is done.', knowledgeOperations, { default: 'search' }),
      knowledgeBaseId: {
        ...text('Id of the knowledge base. A search takes up to 20, as a list or with commas.'),
        type: ['string', 'array'],
      },
      manualKnowledgeBaseId: text('The same, as other editors call it when it is typed.'),
      knowledgeBaseSelector: text('The same, as other editors call it when it is chosen.'),
      query: text('What is looked for, in plain words.', searching),
      topK: number('Most results.', { default: 10, minimum: 1, maximum: 100, ...searching }),
      tagFilters: json('What the tags of documents have to be: an object, or a list of `{tagName, operator, value, valueTo}`.', searching),
      searchMode: choice('By words and meaning, or by meaning alone.', searchModes, { default: 'hybrid', ...searching }),
      name: text('Name of the document. Without an extension it is a text.', creating),
      content: text('The text of the document.', creating),
      file: json('A file of the workspace instead of `content`: its id, its name, or what another block says of it.', creating),
      documentTags: json('Tags of the document: an object, or a list of `{tagName, value}`.', creating),
    },
    'knowledgeBaseId',
  ),
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
};
