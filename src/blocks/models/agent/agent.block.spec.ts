import { describe, expect, it } from '@jest/globals';
import { conflict } from '#kernel/errors.js';
import type { Json, JsonObject } from '#kernel/json.js';
import { aBlock, aDocument, edges } from '../../../../test/support/engine/documents.js';
import { aFile, keptData } from '../../../../test/support/engine/kept-data.js';
import { runBlock } from '../../../../test/support/engine/run-block.js';
import { runDocument, type RunOptions } from '../../../../test/support/engine/run-document.js';
import { ScriptedModels, type ScriptedTurn } from '../../../../test/support/engine/scripted-models.js';
import { agentBlock } from './agent.block.js';

const ask = (text: string): JsonObject => ({ messages: [{ role: 'user', content: text }], model: 'm' });

async function run(fields: JsonObject, script: readonly ScriptedTurn[] = [{ text: 'Hello' }], options: RunOptions = {}) {
  const models = new ScriptedModels(...script);
  const ended = await runBlock('agent', fields, { models, ...options });
  return { ...ended, requests: models.requests, first: models.requests[0] };
}

/** The messages as pairs of role and text. */
async function sent(fields: JsonObject, options: RunOptions = {}) {
  const { first, error } = await run({ model: 'm', ...fields }, undefined, options);
  if (first === undefined) throw new Error(error);
  return first.messages.map(({ role, content }) => [
    role,
    typeof content === 'string' ? content : content.map((part) => ('text' in part ? part.text : JSON.stringify(part))).join('|'),
  ]);
}

describe('the messages of an agent', () => {
  it('are those of the list, system messages first', async () => {
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello. <start.name>?' },
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Yes, about <start.topic>' },
    ];
    const expected = [
      ['system', 'Be brief.'],
      ['user', 'Hi'],
      ['assistant', 'Hello. Ada?'],
      ['user', 'Yes, about {"id":7}'],
    ];
    const input = { name: 'Ada', topic: { id: 7 } };
    expect(await sent({ messages }, { input })).toEqual(expected);
    expect(await sent({ messages: JSON.stringify(messages) }, { input })).toEqual(expected);
  });

  it('are prompts and memories in documents of the former form', async () => {
    const memories = {
      memories: [
        {
          conversationId: 'c',
          data: [
            { role: 'user', content: 'Before' },
            { role: 'assistant', content: 'Then' },
          ],
        },
      ],
    };
    expect(await sent({ systemPrompt: 'Be kind.', userPrompt: { input: 'Now' }, memories })).toEqual([
      ['system', 'Be kind.'],
      ['user', 'Before'],
      ['assistant', 'Then'],
      ['user', 'Now'],
    ]);
    const messages = [{ role: 'system', content: 'Be exact.' }];
    expect(await sent({ messages, systemPrompt: 'Be kind.', userPrompt: 'Now' })).toEqual([
      ['system', 'Be exact.'],
      ['user', 'Now'],
    ]);
  });

  it('leave out other roles with a warning', async () => {
    const messages = [{ role: 'developer', content: 'Obey.' }, { role: 'user', content: 'Hi' }, 'text', null];
    const { output, first } = await run({ messages, model: 'm' });
    expect(first?.messages).toHaveLength(1);
    expect(output?.['warnings']).toEqual(['messages: 3 of 4 messages are left out, as their role is none of system, user, assistant']);
  });

  it('keep the names of secrets, and never their values', async () => {
    const messages = [{ role: 'user', content: 'Call with {{KEY}}, not {{NONE}}.' }];
    const { first, events } = await (async () => {
      const models = new ScriptedModels({ text: 'ok' });
      const document = aDocument(
        [aBlock('s', 'start_trigger'), aBlock('b', 'agent', { messages, model: '{{KEY}}', apiKey: '{{KEY}}' })],
        edges('s > b'),
      );
      const { events: all } = await runDocument(document, { models, secrets: { KEY: 'sk-12345678' } });
      return { first: models.requests[0], events: all };
    })();
    expect(first?.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Call with {{KEY}}, not {{NONE}}.' }] }]);
    expect([first?.model.name, first?.model.keyOf, first?.apiKey]).toEqual(['{{KEY}}', 'block', 'sk-12345678']);
    expect(JSON.stringify(events)).not.toContain('sk-12345678');
    const entered = events.find(({ type }) => type === 'execution.agent-entered');
    expect(entered?.payload).toMatchObject({ request: { shownSecrets: ['KEY', 'NONE'] } });
  });

  it.each<[string, JsonObject, RegExp]>([
    ['no list', { messages: 'Hi there' }, /^b: messages must be a list of \{role, content\}/],
    [
      '10,000 entries',
      { messages: Array.from({ length: 10_000 }, () => ({ role: 'user', content: 'x' })) },
      /has 10000 messages; at most 1000/,
    ],
    ['20 MB', { messages: [{ role: 'user', content: 'x'.repeat(20_000_000) }] }, /longer than 16 MB in all/],
    ['nothing in them', { messages: [{ role: 'user', content: '<start.none>' }] }, /has nothing to ask/],
  ])('with %s are refused', async (_, fields, message) => {
    const document = aDocument(
      [aBlock('s', 'start_trigger', {}, { name: 'Start' }), aBlock('b', 'agent', { model: 'm', ...fields })],
      edges('s > b'),
    );
    const { outcome } = await runDocument(document, { models: new ScriptedModels({ text: 'x' }) });
    expect(outcome).toMatchObject({ kind: 'failed', error: expect.stringMatching(message) });
  });
});

describe('the files of an agent', () => {
  const image = { ...aFile, name: 'photo.png', type: 'image/png' };
  const part = { type: 'file', fileId: 'file-1', name: 'photo.png', mediaType: 'image/png', size: 5 };

  it('belong to the last message of the user, by reference', async () => {
    const { data, asked } = keptData({ file: () => image });
    const messages = [
      { role: 'user', content: 'First' },
      { role: 'assistant', content: 'Yes?' },
      { role: 'user', content: 'This one' },
    ];
    const { first } = await run({ messages, files: ['file-1'], model: 'm' }, undefined, { data });
    expect(first?.messages.at(-1)).toEqual({ role: 'user', content: [{ type: 'text', text: 'This one' }, part] });
    expect(asked).toEqual([['file', 'file-1']]);
  });

  it('may belong to one message', async () => {
    const { data } = keptData({ file: () => image });
    const messages = [
      { role: 'user', content: 'Look', files: { id: 'file-1' } },
      { role: 'user', content: 'And?' },
    ];
    const { first } = await run({ messages, model: 'm' }, undefined, { data });
    expect(first?.messages[0]).toEqual({ role: 'user', content: [{ type: 'text', text: 'Look' }, part] });
  });

  it('are sent as their text if the model does not take them and the author allows it', async () => {
    const { data, asked } = keptData({
      file: () => ({ ...image, name: 'offer.pdf', type: 'application/pdf' }),
      textOf: () => 'x'.repeat(200_001),
    });
    const models = new ScriptedModels({ text: 'Read' });
    models.known.set('m', { capabilities: ['tools'] });
    const { output } = await runBlock('agent', { ...ask('Look'), files: 'file-1', filesAsText: true }, { models, data });
    expect(models.requests[0]?.messages.at(-1)?.content).toEqual([
      { type: 'text', text: 'Look' },
      { type: 'text', text: `offer.pdf:\n\n${'x'.repeat(200_000)}` },
    ]);
    expect(output?.['warnings']).toContain(
      'm of Scripted takes no files of type application/pdf ("offer.pdf"): its text was sent, the first 200000 of 200001 characters',
    );
    expect(asked).toEqual([
      ['file', 'file-1'],
      ['textOf', 'file-1', 20 * 1024 * 1024, expect.any(AbortSignal)],
    ]);
  });

  it.each<[string, object, JsonObject, RegExp]>([
    ['that the model cannot take', { ...image }, {}, /m of Scripted takes no files of type image\/png/],
    ['that are too large', { ...image, type: 'text/plain', size: 21_000_000 }, {}, /more than 20 MB/],
    [
      'without a message of the user',
      { ...image, type: 'text/plain' },
      { messages: [{ role: 'system', content: 'x' }] },
      /need a message of the user/,
    ],
  ])('%s fail the block', async (_, file, fields, message) => {
    const models = new ScriptedModels();
    models.known.set('m', { capabilities: ['tools'] });
    const { error } = await runBlock(
      'agent',
      { ...ask('Look'), files: 'file-1', ...fields },
      { models, data: keptData({ file: () => file }).data },
    );
    expect(error).toMatch(message);
  });
});

describe('the settings of an agent', () => {
  it('are read as numbers, also from text', async () => {
    const { first } = await run({
      ...ask('Hi'),
      temperature: '0.7',
      maxTokens: '500',
      seed: 3,
      reasoningEffort: 'high',
      verbosity: 'low',
      promptCaching: true,
    });
    expect(first?.settings).toEqual({
      temperature: 0.7,
      maxOutputTokens: 500,
      seed: 3,
      reasoning: 'high',
      verbosity: 'low',
      promptCaching: true,
    });
    expect((await run(ask('Hi'))).first?.settings).toEqual({});
  });

  it.each<[JsonObject, ModelReasoning]>([
    [{ thinkingLevel: 'enabled' }, 'medium'],
    [{ thinkingLevel: 'none' }, 'none'],
    [{ reasoningEffort: 'low', thinkingLevel: 'max' }, 'low'],
    [{ reasoningEffort: 'auto' }, undefined],
  ])('%j is the effort %j', async (fields, reasoning) => {
    expect((await run({ ...ask('Hi'), ...fields })).first?.settings.reasoning).toBe(reasoning);
  });

  it('leave out an unknown level with a warning', async () => {
    const { output, first } = await run({ ...ask('Hi'), thinkingLevel: 'dynamic' });
    expect(first?.settings.reasoning).toBeUndefined();
    expect(output?.['warnings']).toEqual([
      'thinkingLevel "dynamic" is none of none, minimal, low, medium, high, xhigh, max, enabled, so it is left out',
    ]);
    expect((await run({ ...ask('Hi'), thinkingLevel: 'auto' })).output?.['warnings']).toEqual([]);
  });

  it.each<[JsonObject, string]>([
    [{ temperature: 3 }, 'temperature must be a number from 0 to 2'],
    [{ temperature: 'warm' }, 'temperature must be a number from 0 to 2'],
    [{ maxTokens: '0' }, 'maxTokens must be a whole number from 1 to 10000000'],
    [{ maxSteps: 101 }, 'maxSteps must be a whole number from 1 to 100'],
    [{ maxCostUsd: -1 }, 'maxCostUsd must be a number of at least 0'],
    [{ repair: 3 }, 'repair must be a whole number from 0 to 2'],
  ])('%j fail the block', async (fields, error) => {
    expect((await run({ ...ask('Hi'), ...fields })).error).toBe(error);
  });

  it('that the model does not have are left out with a warning', async () => {
    const models = new ScriptedModels({ text: 'ok' });
    models.known.set('m', { capabilities: ['tools'] });
    const { output } = await runBlock('agent', { ...ask('Hi'), reasoningEffort: 'high' }, { models });
    expect(models.requests[0]?.settings).toEqual({});
    expect(output?.['warnings']).toEqual(['m does not reason, so reasoningEffort and thinkingLevel are left out']);
  });

  it('name a model that must be there', async () => {
    const models = new ScriptedModels({ text: 'ok' });
    models.known.set('m', conflict('UNKNOWN_MODEL', 'There is no model m. Nearest: n'));
    expect((await runBlock('agent', ask('Hi'), { models })).error).toBe('There is no model m. Nearest: n');
  });

  it('that are too many are not asked, with a warning', async () => {
    const { output } = await run({ ...ask('Hi'), fallbackModels: '<start.models>' }, undefined, {
      input: { models: 'abcdefghijk'.split('') },
    });
    expect(output).toMatchObject({ warnings: ['fallbackModels names 11 models; the first 10 are asked'] });
  });

  it('that do not exist as words are the defaults in a run', async () => {
    expect((await run({ ...ask('Hi'), memoryType: 'foo', verbosity: 'loud' })).output).toMatchObject({ content: 'Hello', warnings: [] });
  });

  it('need a key that is set: its name goes to no provider', async () => {
    const models = new ScriptedModels({ text: 'ok' });
    expect((await runBlock('agent', { ...ask('Use {{NONE}}'), apiKey: '{{MODEL_KEY}}' }, { models })).error).toBe(
      'Secret MODEL_KEY is not set in this workspace',
    );
    expect(models.requests).toEqual([]);
    await runBlock('agent', { ...ask('Hi'), apiKey: '<start.none>' }, { models });
    expect(models.requests[0]?.model.keyOf).toBe('operator');
  });

  it('send the key of the block to no other provider', async () => {
    const models = new ScriptedModels({ text: 'ok' });
    models.known.set('other', { provider: 'elsewhere' });
    const document = aDocument(
      [aBlock('s', 'start_trigger'), aBlock('b', 'agent', { ...ask('Hi'), apiKey: 'k', fallbackModels: 'm2, other' })],
      edges('s > b'),
    );
    const { events } = await runDocument(document, { models });
    const entered = events.find(({ type }) => type === 'execution.agent-entered');
    expect(entered?.payload).toMatchObject({
      request: {
        model: { name: 'm', keyOf: 'block' },
        fallbacks: [
          { name: 'm2', keyOf: 'block' },
          { name: 'other', keyOf: 'operator' },
        ],
      },
    });
  });
});

type ModelReasoning = string | undefined;

describe('the output of an agent', () => {
  it('has the answer, its tokens and its cost', async () => {
    const usage = { input: 100, output: 50, cacheRead: 40, reasoning: 20 };
    const { output } = await run(ask('Hi'), [{ text: 'Hello', usage, providerModel: 'm-2026' }]);
    expect(output).toMatchObject({
      content: 'Hello',
      model: 'm',
      providerModel: 'm-2026',
      provider: 'scripted',
      tokens: { input: 100, output: 50, total: 150, cacheRead: 40, reasoning: 20 },
      cost: { input: 0.0001, output: 0.0001, total: 0.0002, pricing: { input: 1, output: 2, pricedAs: 'scripted' } },
      toolCalls: { list: [], count: 0 },
      steps: 1,
      stopReason: 'stop',
      warnings: [],
      providerTiming: { iterations: 1, timeSegments: [{ type: 'model', name: 'm-2026', finishReason: 'stop', assistantContent: 'Hello' }] },
    });
  });

  it('says so when no price is known and when tokens are estimated', async () => {
    const models = new ScriptedModels({ text: 'Hello', usage: { estimated: true } });
    models.prices = null;
    const { output } = await runBlock('agent', ask('Hi'), { models });
    expect(output).toMatchObject({ cost: null, tokens: { estimated: true } });
    expect(output?.['warnings']).toEqual([
      'No price is known for m, so its calls are not part of the cost',
      'The provider did not report all tokens; those are counted by the server',
    ]);
  });

  const schema: JsonObject = { type: 'object', properties: { total: { type: 'number' }, model: { type: 'string' } }, required: ['total'] };

  it('has the fields of an answer with a schema at its top, and the text beside them', async () => {
    const { output, first } = await run({ ...ask('Hi'), responseFormat: JSON.stringify({ name: 'my order', schema, strict: false }) }, [
      { text: '{"total": 4, "model": "fake"}' },
    ]);
    expect(first?.answerSchema).toEqual({ name: 'my_order', schema, strict: false });
    expect(output).toMatchObject({ total: 4, model: 'm', content: '{"total": 4, "model": "fake"}' });
  });

  it.each<[string, JsonObject, string, Json]>([
    ['no object', { type: 'array' }, '[1, 2]', [1, 2]],
    ['a field of that name', { type: 'object', properties: { content: { type: 'number' } } }, '{"content": 5}', 5],
  ])('has as content an answer that is %s', async (_, format, text, content) => {
    expect((await run({ ...ask('Hi'), responseFormat: format }, [{ text }])).output).toMatchObject({ content });
  });

  it('keeps the text of an answer that does not fit, and takes the error edge', async () => {
    const { output, error } = await run({ ...ask('Hi'), responseFormat: schema }, [{ text: '{"total": "four"}' }]);
    expect(error).toContain('at /total must be number');
    expect(output).toMatchObject({ content: '{"total": "four"}', tokens: { total: 15 }, steps: 1, stopReason: 'invalid-answer', error });
  });

  it('says so when text around the JSON of an answer is left out', async () => {
    const text = '```json\n{"total": 4}\n```';
    const { output } = await run({ ...ask('Hi'), responseFormat: schema }, [{ text }]);
    const warnings = ['The answer has text around its JSON, such as a code fence, which is not part of its fields'];
    expect(output).toMatchObject({ total: 4, content: text, warnings });
    expect((await run({ ...ask('Hi'), responseFormat: schema }, [{ text: ' {"total": 4}\n' }])).output).toMatchObject({ warnings: [] });
  });

  it('says that a tool was not called which the model must call', async () => {
    const tool = { type: 'custom-tool', title: 'Look up', code: 'return 1', usageControl: 'force' };
    const warnings = ['The model did not call the tool custom_Look_up, which it must call'];
    expect((await run({ ...ask('Hi'), tools: [tool] }, [{ text: 'No.' }])).output).toMatchObject({ content: 'No.', steps: 2, warnings });
    const called = await run({ ...ask('Hi'), tools: [tool] }, [{ calls: [{ name: 'custom_Look_up' }] }, { text: 'Done.' }]);
    expect(called.output).toMatchObject({ content: 'Done.', warnings: [] });
  });

  it('counts a repair', async () => {
    const { output } = await run({ ...ask('Hi'), responseFormat: schema, repair: 1 }, [{ text: 'four' }, { text: '{"total": 4}' }]);
    expect(output).toMatchObject({ total: 4, steps: 2, tokens: { total: 30 } });
  });

  it('lists the calls of tools', async () => {
    const code = {
      type: 'custom-tool',
      title: 'Twice',
      code: 'return { twice: n * 2, more }',
      schema: {
        function: { name: 'twice', parameters: { type: 'object', properties: { n: { type: 'number' }, more: { type: 'string' } } } },
      },
    };
    const { output, requests } = await run({ ...ask('Hi'), tools: [code] }, [
      { calls: [{ name: 'custom_Twice', arguments: { n: 21 } }] },
      { text: 'It is 42' },
    ]);
    expect(output).toMatchObject({
      content: 'It is 42',
      steps: 2,
      toolCalls: { count: 1, list: [{ name: 'Twice', arguments: { n: 21 }, success: true }] },
    });
    expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain('"twice":42,"more":null');
    expect(output?.['providerTiming']).toMatchObject({
      iterations: 2,
      timeSegments: [{ type: 'model' }, { type: 'tool', name: 'custom_Twice' }, { type: 'model' }],
    });
  });
});

describe('an agent that is deployed', () => {
  const problems = (fields: JsonObject) =>
    agentBlock.check(aBlock('b', 'agent', fields)).map(({ field, code, message }) => [field, code, message]);
  const said = (field: string, code: string, what: string) => [field, code, expect.stringContaining(what)];

  it('may have messages, prompts or memory', () => {
    expect(problems(ask('Hi'))).toEqual([]);
    expect(problems({ messages: '<start.messages>' })).toEqual([]);
    expect(problems({ userPrompt: 'Hi' })).toEqual([]);
    expect(problems({ memoryType: 'conversation', conversationId: '<start.id>' })).toEqual([]);
  });

  it.each<[JsonObject, unknown[]]>([
    [{}, said('messages', 'missing_prompt', 'messages must have a message')],
    [{ messages: [{ role: 'user', content: ' ' }] }, said('messages', 'missing_prompt', 'messages must have a message')],
    [{ messages: 'Hi' }, said('messages', 'invalid_messages', 'messages must be a list')],
    [
      { messages: [{ role: '{{ROLE}}', content: 'Hi' }] },
      said('messages', 'secret_in_role', 'messages.0.role must not come from a secret'),
    ],
    [
      { ...ask('Hi'), responseFormat: '{"type": "object", "description": "{{NOTE}}"}' },
      said('responseFormat', 'secret_in_schema', 'must not contain a secret'),
    ],
    [
      { ...ask('Hi'), tools: [{ type: 'custom-tool', title: 'a', code: 'return 1', schema: { function: { description: '{{NOTE}}' } } }] },
      said('tools', 'secret_in_tool', 'tools.0 must not have a secret in its schema'),
    ],
    [{ ...ask('Hi'), files: '{{FILE}}' }, said('files', 'secret_in_files', 'files must not come from a secret')],
    [{ ...ask('Hi'), memoryType: 'conversation' }, said('conversationId', 'missing_conversation', 'conversationId must name')],
    [
      { ...ask('Hi'), responseFormat: '{\n  "type": "object",\n}' },
      said('responseFormat', 'invalid_schema', 'is no JSON from line 3, column 1 on'),
    ],
    [
      { ...ask('Hi'), responseFormat: { items: { $ref: 'http://a.example' } } },
      said('responseFormat', 'invalid_schema', 'at #/items refers to another document'),
    ],
    [{ ...ask('Hi'), tools: [{ type: 'slack', title: 'Slack' }] }, said('tools', 'unknown_tool', 'tools.0 "Slack" has the type "slack"')],
    [{ ...ask('Hi'), tools: [{ type: 'mcp', title: 'Search', toolId: 'mcp-a-b' }] }, said('tools', 'unknown_tool', 'names no MCP server')],
    [{ ...ask('Hi'), tools: [{ type: 'workflow', title: 'W' }] }, said('tools', 'unknown_tool', 'tools.0 "W" names no workflow')],
    [
      { ...ask('Hi'), tools: [{ type: 'workflow_input', title: 'W', params: { workflowId: 'nope' } }] },
      said('tools', 'unknown_tool', 'tools.0 "W" names no workflow'),
    ],
    [{ ...ask('Hi'), tools: [{ type: 'api', usageControl: 'always' }] }, said('tools', 'invalid_tool', 'tools.0 has a usageControl')],
    [{ ...ask('Hi'), toolApproval: { tools: 'sometimes' } }, said('toolApproval', 'invalid_approval', 'toolApproval.tools must be one of')],
    [{ ...ask('Hi'), toolApproval: { approvers: 'ada' } }, said('toolApproval', 'invalid_approval', 'toolApproval.approvers has "ada"')],
    [
      { ...ask('Hi'), toolApproval: { expiresIn: 24, expiresAfter: 24 } },
      said('toolApproval', 'invalid_approval', 'toolApproval must not have both expiresAfter and expiresIn'),
    ],
    [
      { ...ask('Hi'), toolApproval: { expiresIn: -1 } },
      said('toolApproval', 'invalid_approval', 'toolApproval.expiresIn must be a number above 0'),
    ],
    [{ ...ask('Hi'), onLimit: 'bar' }, said('onLimit', 'invalid_choice', 'onLimit must be one of fail, answer')],
    [{ ...ask('Hi'), missingTools: 'x' }, said('missingTools', 'invalid_choice', 'missingTools must be one of fail, skip')],
    [{ ...ask('Hi'), verbosity: 5 }, said('verbosity', 'invalid_choice', 'verbosity must be one of auto, low, medium, high')],
    [{ ...ask('Hi'), promptCaching: 'maybe' }, said('promptCaching', 'invalid_choice', 'promptCaching must be true or false')],
    [{ ...ask('Hi'), expireUnit: 'years' }, said('expireUnit', 'invalid_choice', 'expireUnit must be one of minutes, hours, days')],
    [
      { ...ask('Hi'), memoryType: 'foo', conversationId: 'c' },
      said('memoryType', 'invalid_choice', 'memoryType must be one of none, conversation'),
    ],
    [
      { ...ask('Hi'), fallbackModels: 'a,b,c,d,e,f,g,h,i,j,k' },
      said('fallbackModels', 'too_many_models', 'fallbackModels names 11 models; at most 10 are possible'),
    ],
    [
      { ...ask('Hi'), fallbackModels: 'abcdefghij'.split('').concat('{{MODEL}}') },
      said('fallbackModels', 'too_many_models', 'fallbackModels names 11 models; at most 10 are possible'),
    ],
    [{ ...ask('Hi'), skills: [{ skillId: 's1', name: 'refunds' }] }, said('skills', 'missing_skill', 'has "refunds" without content')],
  ])('%j has a problem', (fields, problem) => {
    expect(problems(fields)).toEqual([problem]);
  });

  it.each<JsonObject>([
    { onLimit: '', missingTools: null, memoryType: ' ' },
    { promptCaching: '1', memoryOptional: 0, memoryTools: 'false', filesAsText: true },
    { toolApproval: { expiresIn: 24, onExpiry: 'fail' } },
    { toolApproval: '{"expiresIn": 30, "expiresUnit": "minutes"}' },
    { fallbackModels: 'a, b, c, d, e, f, g, h, i, j, j, ' },
    { fallbackModels: '["a,b", "c"]' },
    { fallbackModels: '<start.models>' },
    { tools: [{ type: 'workflow', title: 'W', params: { workflowId: '<start.id>' } }] },
    { tools: [{ type: 'workflow', title: 'W', params: { workflowId: ' 019b76da-a800-7000-8000-0000000000c1 ' } }] },
    { tools: [{ type: 'workflow', title: 'W' }], missingTools: 'skip' },
    { tools: [{ type: 'workflow', title: 'W', usageControl: 'none' }] },
  ])('has no problem with %j', (fields) => {
    expect(problems({ ...ask('Hi'), ...fields })).toEqual([]);
  });

  it('is warned of a tool that cannot be made and is left out', () => {
    const fields = { ...ask('Hi'), tools: [{ type: 'workflow', title: 'W', params: { workflowId: '' } }], missingTools: 'skip' };
    expect(agentBlock.advise?.(aBlock('b', 'agent', fields))).toMatchObject([{ field: 'tools', code: 'unknown_tool' }]);
  });

  it('is warned of references in fields that are taken as they are written', () => {
    const fields = { ...ask('Hi'), onLimit: '<start.limit>', promptCaching: '{{CACHE}}' };
    expect(problems(fields)).toEqual([]);
    const advice = agentBlock.advise?.(aBlock('b', 'agent', fields)) ?? [];
    expect(advice.map(({ field, code, isRefusedInNew }) => [field, code, isRefusedInNew])).toEqual([
      ['promptCaching', 'not_resolved', false],
      ['onLimit', 'not_resolved', false],
    ]);
  });

  it('has a problem with two tools of one name', () => {
    const tool = (title: string, more: JsonObject = {}) => ({ type: 'custom-tool', title, code: 'return 1', ...more });
    expect(problems({ ...ask('Hi'), tools: [tool('Look up'), tool('Look_up')] })).toEqual([
      said('tools', 'tools_alike', 'tools has "Look up" and "Look_up", which would both have the name custom_Look_up'),
    ]);
    expect(problems({ ...ask('Hi'), tools: [tool('Look up'), tool('Look_up', { usageControl: 'none' })] })).toEqual([]);
    expect(
      problems({
        ...ask('Hi'),
        tools: [
          { type: 'api', title: 'Orders' },
          { type: 'api', title: 'Customers' },
        ],
      }),
    ).toEqual([]);
  });

  it('is warned of what strict providers reject, by path, and of fields that outputs hide', () => {
    const responseFormat: JsonObject = {
      type: 'object',
      properties: { model: { type: 'string', default: 'x' }, rows: { type: 'array', items: { type: 'object' } } },
    };
    const advice = agentBlock.advise?.(aBlock('b', 'agent', { ...ask('Hi'), responseFormat })) ?? [];
    expect(advice.map(({ message, code, isRefusedInNew }) => [code, isRefusedInNew, message])).toEqual([
      ['not_strict', false, expect.stringContaining('at # lacks "additionalProperties": false')],
      ['not_strict', false, expect.stringContaining('at # has optional fields: model, rows')],
      ['not_strict', false, expect.stringContaining('at #/properties/model uses "default"')],
      ['not_strict', false, expect.stringContaining('at #/properties/rows/items lacks "additionalProperties": false')],
      ['hidden_field', true, expect.stringContaining('has a field "model"')],
    ]);
  });
});
