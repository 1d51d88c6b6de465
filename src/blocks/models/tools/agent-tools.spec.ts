import { describe, expect, it } from '@jest/globals';
import type { AgentTool } from '#engine/agents/agent-request.js';
import { notFound } from '#kernel/errors.js';
import type { Json, JsonObject } from '#kernel/json.js';
import { refusalBy } from '#kernel/models/model-policy.js';
import type { WorkflowDocument } from '#document/document.js';
import { aBlock, aDocument, edges } from '../../../../test/support/engine/documents.js';
import { keptData } from '../../../../test/support/engine/kept-data.js';
import { runDocument, type RunOptions } from '../../../../test/support/engine/run-document.js';
import { ScriptedHttp } from '../../../../test/support/engine/scripted-http.js';
import type { McpServers, McpTool } from '../../ports/mcp.js';
import { ScriptedModels, type ScriptedTurn } from '../../../../test/support/engine/scripted-models.js';

const base = '019b76da-a800-7000-8000-0000000000b1';
const child = '019b76da-a800-7000-8000-0000000000c1';

async function run(tools: Json, more: JsonObject = {}, options: RunOptions & { readonly script?: readonly ScriptedTurn[] } = {}) {
  const models = new ScriptedModels(...(options.script ?? [{ text: 'ok' }]));
  const fields = { model: 'm', messages: [{ role: 'user', content: 'Use {{SHOWN}}' }], tools, ...more };
  const document = aDocument([aBlock('s', 'start_trigger', {}, { name: 'Start' }), aBlock('b', 'agent', fields)], edges('s > b'));
  const { events, outcome } = await runDocument(document, { models, ...options });
  const entered = events.find(({ type }) => type === 'execution.agent-entered');
  const { request } = (entered?.payload ?? {}) as { request?: { tools: AgentTool[]; forcedTools: string[]; warnings: string[] } };
  const error = 'error' in outcome ? outcome.error : undefined;
  return { request, tools: request?.tools ?? [], error, events, models };
}

const callee = (inputFormat: Json): WorkflowDocument =>
  aDocument(
    [
      aBlock('s', 'start_trigger', { inputFormat }, { name: 'Start' }),
      aBlock('r', 'response', { dataMode: 'json', data: '{"got": [<start.city>, <start.customer>]}' }),
    ],
    edges('s > r'),
  );

describe('a tool of the product', () => {
  it('has the name of its kind and resource, and hides what the author filled in', async () => {
    const stored = { type: 'knowledge', title: 'Handbook', operation: 'search', params: { knowledgeBaseId: base, topK: '3', query: '' } };
    const { tools } = await run([stored]);
    expect(tools).toEqual([
      {
        name: `knowledge_search_${base}`,
        title: 'Handbook',
        description: 'Searches a knowledge base and returns the passages that fit best. (Handbook)',
        parameters: { type: 'object', properties: { query: { type: 'string', description: expect.any(String) } }, required: ['query'] },
        digest: expect.stringMatching(/^[\w-]{43}$/),
        runs: { kind: 'block', type: 'knowledge', params: { knowledgeBaseId: base, topK: '3' }, given: { operation: 'search' } },
        approval: 'never',
        writes: false,
      },
    ]);
  });

  it.each<[JsonObject, string, boolean]>([
    [{ type: 'function', toolId: 'function_execute', params: { code: 'return 1' } }, 'function_execute', false],
    [{ type: 'function', params: { code: 'return fetch(x)' } }, 'function_execute', true],
    [{ type: 'function' }, 'function_execute', true],
    [{ type: 'api', toolId: 'http_request', params: { method: 'GET', url: 'https://a.example' } }, 'http_request', false],
    [{ type: 'api', params: { method: 'POST' } }, 'http_request', true],
    [{ type: 'api' }, 'http_request', true],
    [{ type: 'table', operation: 'query_rows', params: { tableId: base } }, `table_query_rows_${base}`, false],
    [{ type: 'table', operation: 'delete_rows_by_filter', params: { tableId: base } }, `table_delete_rows_by_filter_${base}`, true],
    [{ type: 'table', toolId: 'table_insert_row', params: { tableId: '<start.table>' } }, 'table_insert_row', true],
    [
      { type: 'knowledge', toolId: 'knowledge_create_document', params: { knowledgeBaseId: base } },
      `knowledge_create_document_${base}`,
      true,
    ],
    [{ type: 'file', operation: 'file_get_content' }, 'file_get_content', false],
    [{ type: 'file_v5', operation: 'file_write' }, 'file_write', true],
    [{ type: 'memory', operation: 'getAll' }, 'memory_get_all', false],
    [{ type: 'memory', operation: 'add' }, 'memory_add', true],
  ])('%j is %s', async (stored, name, writes) => {
    const { tools } = await run([stored]);
    expect(tools.map((tool) => [tool.name, tool.writes])).toEqual([[name, writes]]);
    expect(name.length).toBeLessThanOrEqual(64);
  });

  it('runs its block with the arguments as data, and the values of the author', async () => {
    const { data, asked } = keptData();
    const tools = [{ type: 'table', operation: 'query_rows', params: { tableId: base, limit: '<start.most>' } }];
    const calls = [
      { name: `table_query_rows_${base}`, arguments: { filter: { name: '<start.secret> {{KEY}}' }, limit: 900, tableId: 'other' } },
    ];
    const { error } = await run(
      tools,
      {},
      { data, script: [{ calls }, { text: 'ok' }], input: { most: 5, secret: 's' }, secrets: { KEY: 'k-123456' } },
    );
    expect(error).toBeUndefined();
    expect(asked.filter(([method]) => method === 'queryRows')).toEqual([
      ['queryRows', base, { filter: { name: '<start.secret> {{KEY}}' }, limit: 5, offset: 0, includesTotal: true, sort: undefined }],
    ]);
  });

  it('hides objects that the author filled in as a whole, and no empty ones', async () => {
    const { tools } = await run([
      { type: 'table', operation: 'update_rows_by_filter', params: { tableId: base, filter: { status: 'new' }, data: {} } },
    ]);
    expect(tools[0]?.parameters).toMatchObject({ properties: { data: { type: 'object' } }, required: ['data'] });
    expect(tools[0]?.parameters['properties']).not.toHaveProperty('filter');
    const { data, asked } = keptData();
    const calls = [{ name: `table_update_rows_by_filter_${base}`, arguments: { filter: { age: 3 }, data: { name: 'Ada' } } }];
    const stored = { type: 'table', operation: 'update_rows_by_filter', params: { tableId: base, filter: { status: 'new' }, data: {} } };
    await run([stored], {}, { data, script: [{ calls }, { text: 'ok' }] });
    const updated = asked.find(([method]) => method === 'updateRows')?.slice(0, 3);
    expect(updated).toMatchObject(['updateRows', base, { filter: { status: 'new' }, data: { name: 'Ada' } }]);
  });

  it('sends no secret that the author did not show to the model', async () => {
    const http = new ScriptedHttp({ body: 'ok' });
    const arguments_ = { url: 'https://a.example/', method: 'POST', headers: { a: '{{SHOWN}}' }, body: { b: '{{HIDDEN}}' } };
    const secrets = { SHOWN: 'shown-value', HIDDEN: 'hidden-value' };
    await run(
      [{ type: 'api' }],
      {},
      { http, secrets, script: [{ calls: [{ name: 'http_request', arguments: arguments_ }] }, { text: 'ok' }] },
    );
    expect(JSON.stringify(http.requests)).toContain('shown-value');
    expect(JSON.stringify(http.requests)).not.toContain('hidden-value');
  });
});

describe('a custom tool', () => {
  const parameters = { type: 'object', properties: { city: { type: 'string' }, unit: { enum: ['C', 'F'] } }, required: ['city', 'unit'] };
  const stored = (more: JsonObject = {}): JsonObject => ({
    type: 'custom-tool',
    title: 'Weather: today',
    toolId: 'custom-weather',
    schema: { type: 'function', function: { name: 'weather', description: 'Tells the weather.', parameters } },
    code: 'return [city, unit, <start.day>].join(" ")',
    ...more,
  });

  it('runs its code with its arguments as constants', async () => {
    const script = [{ calls: [{ name: 'custom_Weather_today', arguments: { city: 'Rome`', unit: 'F' } }] }, { text: 'ok' }];
    const { tools, models } = await run([stored({ params: { unit: 'C' } })], {}, { script, input: { day: 'Monday' } });
    expect(tools[0]).toMatchObject({
      name: 'custom_Weather_today',
      title: 'Weather: today',
      description: 'Tells the weather.',
      writes: false,
    });
    expect(tools[0]?.parameters).toEqual({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] });
    expect(JSON.stringify(models.requests[1]?.messages.at(-1))).toContain('Rome` C Monday');
  });

  it.each<[string, JsonObject, RegExp]>([
    ['is stored elsewhere', { type: 'custom-tool', title: 'Mine', customToolId: 't1' }, /The tool "Mine" has no code in the document/],
    ['has a schema that cannot be read', stored({ schema: { parameters: { $ref: 'x.json' } } }), /schema at # refers to another document/],
  ])('that %s is missing', async (_, tool, message) => {
    expect((await run([tool])).error).toMatch(message);
    const { tools, request } = await run([tool], { missingTools: 'skip' });
    expect(tools).toEqual([]);
    expect(request?.warnings).toEqual([expect.stringMatching(/^The tool .* is left out: it /)]);
  });
});

describe('a tool of an MCP server', () => {
  const parameters = { type: 'object', properties: { city: { type: 'string' }, unit: { type: 'string' } }, required: ['city', 'unit'] };
  const listed: McpTool = {
    server: { id: 's1', name: 'Weather station' },
    name: 'weather.now',
    description: 'Tells the weather.',
    parameters,
    digest: 'd1',
    isIdempotent: false,
  };
  const stored = (schema: JsonObject, more: JsonObject = {}): JsonObject => ({
    type: 'mcp',
    title: 'Weather',
    toolId: 'mcp-s1-weather.now',
    params: { serverId: 's1', serverName: 'Weather', toolName: 'weather.now', unit: 'C' },
    schema: { ...schema, description: 'Tells the weather.' },
    ...more,
  });
  const servers = (...tools: readonly McpTool[]): McpServers => ({
    tool: async ({ tool: wanted }) => {
      const found = tools.find(({ name }) => name === wanted);
      if (found === undefined) throw notFound(`Tool ${wanted}`);
      return found;
    },
    call: async ({ arguments: given }) => ({ content: { ...given, degrees: 20 }, isError: false }),
  });
  const calling = [{ calls: [{ name: 'mcp-s1-weather_now', arguments: { city: 'Rome', unit: 'F' } }] }, { text: 'ok' }];

  it('is called with the values of the author', async () => {
    const { tools, models } = await run([stored(parameters)], {}, { mcp: servers(listed), script: calling });
    expect(tools[0]).toMatchObject({ name: 'mcp-s1-weather_now', title: 'Weather', approval: 'never', writes: true });
    expect(tools[0]?.parameters).toEqual({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] });
    const told = JSON.stringify(models.requests[1]?.messages.at(-1));
    expect(told).toContain('"city":"Rome"');
    expect(told).toContain('"unit":"C"');
  });

  it('is called with an object of the author as it is, and with one of the model where the author has none', async () => {
    const object = { type: 'object', properties: { of: { type: 'object' }, more: { type: 'object' } }, required: ['of', 'more'] };
    const params = { serverId: 's1', toolName: 'weather.now', of: { city: 'Rome' }, more: {} };
    const script = [{ calls: [{ name: 'mcp-s1-weather_now', arguments: { of: { day: 1 }, more: { day: 2 } } }] }, { text: 'ok' }];
    const { tools, models } = await run([stored(object, { params })], {}, { mcp: servers({ ...listed, parameters: object }), script });
    expect(tools[0]?.parameters).toEqual({ type: 'object', properties: { more: { type: 'object' } }, required: ['more'] });
    expect(JSON.stringify(models.requests[1]?.messages.at(-1))).toContain('"more":{"day":2},"of":{"city":"Rome"}');
  });

  it.each(['s1', 'Weather station'])('is known to a policy by its server %s, whatever an editor called it', async (server) => {
    const models = Object.assign(new ScriptedModels({ text: 'ok' }), {
      toolRefusal: async () => refusalBy({ allow: [], deny: [`tool:${server}/weather*`] }),
    });
    const { error } = await run([{ ...stored(parameters), toolId: 'mcp-other-name' }], {}, { mcp: servers(listed), models });
    expect(error).toContain('is not allowed here');
  });

  it('that has changed since it was chosen is asked about', async () => {
    const { tools } = await run([stored({ ...parameters, required: ['city'] })], {}, { mcp: servers(listed) });
    expect(tools[0]?.approval).toBe('always');
  });

  it('is missing when the server does not offer it, or is not connected', async () => {
    expect((await run([stored(parameters)], {}, { mcp: servers() })).error).toContain('cannot be used: Tool weather.now not found');
    expect((await run([stored(parameters)])).error).toContain('cannot be used: MCP server s1 not found');
  });
});

describe('a workflow as a tool', () => {
  const inputFormat = [
    { name: 'city', type: 'string', description: 'Where.', required: true },
    { name: 'days', type: 'number' },
    { name: 'customer', type: 'object' },
  ];
  const stored = {
    type: 'workflow_input',
    title: 'workflow',
    params: { workflowId: child, inputMapping: '{"days": 3, "customer": {"id": "<start.id>"}}' },
  };

  it('asks the model for the fields of its start, and merges what the author filled in', async () => {
    const call = { name: `workflow_executor_${child}`, arguments: { city: 'Rome', customer: { id: 'x', name: 'Ada' } } };
    const { tools, models } = await run(
      [stored],
      {},
      {
        workflows: { [child]: callee(inputFormat) },
        input: { id: 'c-7' },
        script: [{ calls: [call] }, { text: 'ok' }],
      },
    );
    expect(tools[0]).toMatchObject({ name: `workflow_executor_${child}`, title: 'Workflow 1', writes: true });
    expect(tools[0]?.parameters).toEqual({
      type: 'object',
      properties: { city: { type: 'string', description: 'Where.' }, customer: { type: 'object' } },
      required: ['city'],
    });
    expect(JSON.stringify(models.requests[1]?.messages.at(-1))).toContain('"got":["Rome",{"id":"c-7","name":"Ada"}]');
  });

  it('that does not exist is missing', async () => {
    expect((await run([stored])).error).toMatch(/The tool "workflow" cannot be called: The workspace has no workflow/);
    expect((await run([{ type: 'workflow', params: {} }])).error).toMatch(/names no workflow/);
  });
});

describe('the tools of an agent', () => {
  const code = (title: string, more: JsonObject = {}): JsonObject => ({ type: 'custom-tool', title, code: 'return 1', ...more });

  it('are a list or its JSON text, without those that are switched off', async () => {
    const stored = [code('a'), code('b', { usageControl: 'none' }), code('c', { usageControl: 'force' })];
    const { tools, request } = await run(JSON.stringify(stored));
    expect(tools.map(({ name }) => name)).toEqual(['custom_a', 'custom_c']);
    expect(request?.forcedTools).toEqual(['custom_c']);
  });

  it('have the rule of the block for approval, unless they have one', async () => {
    const stored = [{ type: 'api', title: 'Send' }, code('read'), code('ask', { approval: { when: 'arguments.n > 1' } })];
    const rules = async (toolApproval: Json) => (await run(stored, { toolApproval })).tools.map(({ approval }) => approval);
    expect(await rules('writes')).toEqual(['always', 'never', { when: 'arguments.n > 1' }]);
    expect(await rules({ tools: 'always' })).toEqual(['always', 'always', { when: 'arguments.n > 1' }]);
    expect(await rules('')).toEqual(['never', 'never', { when: 'arguments.n > 1' }]);
  });

  it.each<[JsonObject, number]>([
    [{ expiresIn: 24 }, 24 * 3_600_000],
    [{ expiresAfter: '2' }, 2 * 3_600_000],
    [{ expiresIn: 30, expiresUnit: 'minutes' }, 30 * 60_000],
  ])('are asked about for a time, in hours without a unit: %j', async (toolApproval, expiresInMs) => {
    const { events } = await run([code('a')], { toolApproval });
    expect(events.find(({ type }) => type === 'execution.agent-entered')?.payload).toMatchObject({ approval: { expiresInMs } });
  });

  it('that write are asked about after data from outside, if the policy of the workspace says so', async () => {
    const models = Object.assign(new ScriptedModels({ text: 'ok' }), { approvesWrites: async () => true });
    expect((await run([code('a')], {}, { models })).request).toMatchObject({ approvesWrites: true });
    expect((await run([code('a')])).request).not.toHaveProperty('approvesWrites');
  });

  it('that a policy denies are missing, whatever their titles are', async () => {
    const denying = (...deny: string[]) =>
      Object.assign(new ScriptedModels({ text: 'ok' }), { toolRefusal: async () => refusalBy({ allow: [], deny }) });
    const stored = [
      { type: 'api', title: 'One' },
      { type: 'api', title: 'Two' },
      { ...code('a'), approval: 'never' },
    ];
    const names = async (deny: string): Promise<readonly string[]> =>
      (await run(stored, { missingTools: 'skip' }, { models: denying(deny) })).tools.map(({ name }) => name);
    expect(await names('tool:http_request')).toEqual(['custom_a']);
    expect(await names('tool:api')).toEqual(['custom_a']);
    expect(await names('tool:function')).toEqual(['http_request_One', 'http_request_Two']);
    const { error } = await run(stored, {}, { models: denying('tool:custom_*') });
    expect(error).toMatch(/The tool "a" is not allowed here: a policy of .* denies it \(modelPolicy\)\. Set missingTools to "skip"/);
  });

  it('of one kind have their titles in their names', async () => {
    const { tools } = await run([
      { type: 'api', title: 'Orders' },
      { type: 'api', title: 'Customers (new)' },
    ]);
    expect(tools.map(({ name }) => name)).toEqual(['http_request_Orders', 'http_request_Customers_new']);
  });

  it('that would have one name are refused', async () => {
    expect((await run([code('a b'), code('a_b')])).error).toContain('tools has "a b" and "a_b", which would both have the name custom_a_b');
  });

  it('include the skills', async () => {
    const skills = [{ name: 'refunds', description: 'How to pay back', content: 'Step 1' }];
    const script = [{ calls: [{ name: 'load_skill', arguments: { skill_name: 'refunds' } }] }, { text: 'ok' }];
    const { tools, models } = await run([], { skills }, { script });
    expect(tools.map(({ name, parameters }) => [name, parameters['properties']])).toEqual([
      ['load_skill', { skill_name: { type: 'string', enum: ['refunds'], description: 'The skill.' } }],
    ]);
    expect(models.requests[0]?.messages[0]).toEqual({ role: 'system', content: expect.stringContaining('- refunds: How to pay back') });
    expect(JSON.stringify(models.requests[1]?.messages.at(-1))).toContain('Step 1');
  });

  it('need a model that can call tools', async () => {
    const models = new ScriptedModels({ text: 'ok' });
    models.known.set('m', { capabilities: ['json'] });
    expect((await run([code('a')], {}, { models })).error).toContain('m of Scripted cannot call tools');
  });

  it('cannot be brought in by data', async () => {
    const input = { tools: [code('evil')] };
    expect((await run('<start.tools>', {}, { input })).error).toContain('tools must be a list of tools');
  });
});
