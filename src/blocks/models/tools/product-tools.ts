import type { Json, JsonObject } from '#kernel/json.js';

/** A tool that a block of the product does. */
export interface ProductTool {
  /** Type of the block, and its operation. */
  readonly type: string;
  readonly operation?: string;
  readonly description: string;
  /** What the model gives, by the names of the fields of the block. */
  readonly properties: Readonly<Record<string, JsonObject>>;
  readonly required?: readonly string[];
  /** The field with the id of a resource, which is added to the name. */
  readonly resource?: string;
  /** Fields that the model never gives, although the block has them. */
  readonly writes: boolean | ((params: JsonObject) => boolean);
}

const text = (description: string): JsonObject => ({ type: 'string', description });
const whole = (description: string): JsonObject => ({ type: 'integer', description });
const object = (description: string): JsonObject => ({ type: 'object', description });

const filter = object('Which rows: the names of columns with a value, or with operators such as {"$gt": 5}.');
const cells = object('Cells by the names of their columns.');
const rowId = text('Id of the row.');
const limit = { ...whole('Most rows.'), minimum: 1, maximum: 1000 };

const table = (operation: string, tool: Omit<ProductTool, 'type' | 'operation' | 'resource'>): readonly [string, ProductTool] => [
  `table_${operation}`,
  { type: 'table', operation, resource: 'tableId', ...tool },
];

/** The tools of the product, by the ids under which editors store them. */
export const productTools: ReadonlyMap<string, ProductTool> = new Map<string, ProductTool>([
  [
    'function_execute',
    {
      type: 'function',
      description: 'Runs JavaScript and returns what it returns.',
      properties: { code: text('The body of a JavaScript function. What it returns is the result.') },
      required: ['code'],
      writes: ({ code }) => typeof code !== 'string' || code.trim() === '' || code.includes('fetch'),
    },
  ],
  [
    'http_request',
    {
      type: 'api',
      description: 'Sends an HTTP request and returns status, headers and body of the answer.',
      properties: {
        url: text('The complete address.'),
        method: { type: 'string', enum: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'], description: 'The method; GET without one.' },
        params: { ...object('What is appended to the query of the address.'), additionalProperties: { type: 'string' } },
        headers: { ...object('Request headers.'), additionalProperties: { type: 'string' } },
        body: { description: 'What is sent: a JSON value, or a text.' },
      },
      required: ['url'],
      writes: ({ method }) => typeof method !== 'string' || !['GET', 'HEAD'].includes(method.trim().toUpperCase()),
    },
  ],
  [
    'knowledge_search',
    {
      type: 'knowledge',
      operation: 'search',
      resource: 'knowledgeBaseId',
      description: 'Searches a knowledge base and returns the passages that fit best.',
      properties: { query: text('What is looked for, in plain words.'), topK: { ...whole('Most passages.'), minimum: 1, maximum: 100 } },
      required: ['query'],
      writes: false,
    },
  ],
  [
    'knowledge_create_document',
    {
      type: 'knowledge',
      operation: 'create_document',
      resource: 'knowledgeBaseId',
      description: 'Adds a document to a knowledge base.',
      properties: { name: text('Name of the document.'), content: text('Its text.') },
      required: ['name', 'content'],
      writes: true,
    },
  ],
  table('query_rows', {
    description: 'Returns rows of a table.',
    properties: {
      filter,
      sort: object('"asc" or "desc" by the names of columns.'),
      limit,
      offset: { ...whole('How many rows are left out.'), minimum: 0 },
    },
    writes: false,
  }),
  table('get_row', { description: 'Returns one row of a table.', properties: { rowId }, required: ['rowId'], writes: false }),
  table('get_schema', { description: 'Returns the columns of a table.', properties: {}, writes: false }),
  table('insert_row', { description: 'Adds a row to a table.', properties: { data: cells }, required: ['data'], writes: true }),
  table('batch_insert_rows', {
    description: 'Adds rows to a table.',
    properties: { rows: { type: 'array', items: cells, description: 'The rows.' } },
    required: ['rows'],
    writes: true,
  }),
  table('upsert_row', {
    description: 'Adds a row to a table, or changes the row that is there already.',
    properties: { data: cells, conflictTarget: text('The unique column that tells whether the row is there.') },
    required: ['data'],
    writes: true,
  }),
  table('update_row', {
    description: 'Changes one row of a table.',
    properties: { rowId, data: cells },
    required: ['rowId', 'data'],
    writes: true,
  }),
  table('update_rows_by_filter', {
    description: 'Changes the rows of a table that a filter selects.',
    properties: { filter, data: cells, limit },
    required: ['filter', 'data'],
    writes: true,
  }),
  table('delete_row', { description: 'Deletes one row of a table.', properties: { rowId }, required: ['rowId'], writes: true }),
  table('delete_rows_by_filter', {
    description: 'Deletes the rows of a table that a filter selects.',
    properties: { filter, limit },
    required: ['filter'],
    writes: true,
  }),
  [
    'file_read',
    {
      type: 'file',
      operation: 'file_read',
      description: 'Finds files of the workspace by id or name.',
      properties: { readFile: text('Id or name of the file.') },
      required: ['readFile'],
      writes: false,
    },
  ],
  [
    'file_get_content',
    {
      type: 'file',
      operation: 'file_get_content',
      description: 'Returns the text of a file of the workspace.',
      properties: { getContentFile: text('Id or name of the file.') },
      required: ['getContentFile'],
      writes: false,
    },
  ],
  [
    'file_write',
    {
      type: 'file',
      operation: 'file_write',
      description: 'Writes a file of the workspace.',
      properties: { fileName: text('Name of the file.'), content: text('Its text.'), contentType: text('Its media type.') },
      required: ['fileName', 'content'],
      writes: true,
    },
  ],
  [
    'memory_add',
    memory(
      'add',
      'Adds a message to a conversation.',
      {
        id: text('Id of the conversation.'),
        role: { type: 'string', enum: ['user', 'assistant', 'system'] },
        content: text('The message.'),
      },
      true,
    ),
  ],
  ['memory_get', memory('get', 'Returns the messages of a conversation.', { id: text('Id of the conversation.') }, false)],
  ['memory_get_all', memory('getAll', 'Returns all conversations.', {}, false)],
  ['memory_delete', memory('delete', 'Deletes a conversation.', { id: text('Id of the conversation.') }, true)],
]);

function memory(operation: string, description: string, properties: ProductTool['properties'], writes: boolean): ProductTool {
  return { type: 'memory', operation, description, properties, required: Object.keys(properties), writes };
}

const families: Readonly<Record<string, readonly [prefix: string, first: string]>> = {
  function: ['function', 'execute'],
  api: ['http', 'request'],
  knowledge: ['knowledge', 'search'],
  table: ['table', 'query_rows'],
  memory: ['memory', 'add'],
};

/** The id of the tool that a stored one means: its own, or that of its type and operation. */
export function productToolId(type: string, toolId: string, operation: Json | undefined): string {
  if (productTools.has(toolId)) return toolId;
  const wanted = typeof operation === 'string' ? operation.trim() : '';
  if (type === 'file' || type === 'file_v5') return wanted === '' ? 'file_read' : wanted;
  const family = Object.hasOwn(families, type) ? families[type] : undefined;
  if (family === undefined) return toolId;
  const [prefix, first] = family;
  return `${prefix}_${(wanted || first).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}
