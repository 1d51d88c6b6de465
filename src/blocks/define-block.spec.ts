import { describe, expect, it } from '@jest/globals';
import type { Json, JsonObject } from '#kernel/json.js';
import type { AgentRequest } from '#engine/agents/agent-request.js';
import { BlockInputs } from '#engine/values/block-inputs.js';
import { RecordedRun } from '#engine/replay/recorded-run.js';
import { SourceCache } from '#engine/values/source-cache.js';
import type { PlannedBlock } from '#engine/graph/plan.js';
import { publishedTypes } from '../../test/support/engine/block-fields.js';
import { runDocument } from '../../test/support/engine/run-document.js';
import { aBlock, aDocument, edges } from '../../test/support/engine/documents.js';
import type { BlockContext, BlockDefinition } from './block.js';
import { defineBlock, type PublishedBlock } from './define-block.js';
import { choice, flag, json, line, number, rows, text } from './fields/kinds.js';
import { jsonList, operation, wholeNumber } from './fields/strict.js';
import { output } from './fields/schema.js';
import { CodeSandbox } from './ports/code-sandbox.js';
import { Files } from './ports/files.js';
import { Http } from './ports/http.js';
import { Knowledge } from './ports/knowledge.js';
import type { Port } from './ports/port.js';
import { Tables } from './ports/tables.js';
import { Workflows } from './ports/workflows.js';

const about = { name: 'Greet', description: 'Greets.', category: 'work', outputs: {}, handles: ['source'] } as const;

const greet = defineBlock({
  ...about,
  type: 'greet',
  fields: {
    whom: line('Whom to greet.')
      .also({ otherWhom: text('The same, under another name.') })
      .required('must name a person')
      .needed(),
    times: wholeNumber('How often.', { minimum: 1, maximum: 3 }),
    tone: choice('How.', ['warm', 'cool'], { default: 'warm' }),
    isLoud: flag('Loudly.'),
  },
  outputs: { greeting: output('string', 'The greeting.') },
  run: ({ whom, times = 1, tone, isLoud }) => {
    // Types come from the declaration: a wrong use of a value does not compile.
    const word: 'hello' | 'good day' = tone === 'warm' ? 'hello' : 'good day';
    const greeting: string = `${word} ${whom}`.repeat(times);
    return { output: { greeting: isLoud ? greeting.toUpperCase() : greeting } };
  },
});

const anAgentRequest: AgentRequest = {
  model: {
    name: 'm',
    provider: 'p',
    providerName: 'P',
    model: 'm',
    source: 'operator',
    keyOf: 'operator',
    capabilities: [],
    contextWindow: null,
    maxOutput: null,
  },
  fallbacks: [],
  messages: [],
  settings: {},
  tools: [],
  forcedTools: [],
  repairs: 0,
  limits: { maxSteps: 1, maxParallelTools: 1, onLimit: 'fail' },
  shownSecrets: [],
  warnings: [],
};

async function run(definition: BlockDefinition, fields: JsonObject, input: Json = {}) {
  const { type } = definition;
  const document = aDocument([aBlock('s', 'start_trigger', {}, { name: 'Start' }), aBlock('b', type, fields)], edges('s > b'));
  return (await runDocument(document, { blocks: [definition], input })).outcome;
}

describe('a declared block', () => {
  it('receives its fields resolved', async () => {
    const fields = { whom: ' <start.who> ', times: '2', tone: 'cool', isLoud: 'true' };
    expect(await run(greet, fields, { who: 'Ada' })).toMatchObject({ output: { greeting: 'GOOD DAY ADAGOOD DAY ADA' } });
  });

  it('finds a field under its other names', async () => {
    expect(await run(greet, { whom: '', otherWhom: 'Ada' })).toMatchObject({ output: { greeting: 'hello Ada' } });
  });

  it('fails at a field that cannot be read', async () => {
    expect(await run(greet, { whom: 'Ada', times: 4 })).toMatchObject({ error: 'b: times must be a whole number from 1 to 3' });
    expect(await run(greet, { whom: '<start.missing>' })).toMatchObject({ error: 'b: whom is missing' });
  });

  it('checks its fields before any run', () => {
    const missing = { blockId: 'b', field: 'whom', code: 'required', message: 'Block "b": whom must name a person' };
    expect(greet.check(aBlock('b', 'greet'))).toEqual([missing]);
    expect(greet.check(aBlock('b', 'greet', { otherWhom: 'Ada' }))).toEqual([]);
  });

  it('has the palette entry of its fields', () => {
    const { inputs } = greet.palette;
    expect(Object.keys(inputs.properties)).toEqual(['whom', 'otherWhom', 'times', 'tone', 'isLoud']);
    expect(inputs.required).toEqual(['whom']);
    expect(inputs.properties['tone']).toEqual({ description: 'How.', type: 'string', enum: ['warm', 'cool'], default: 'warm' });
  });

  it('may have a field of any name', async () => {
    const odd = defineBlock({
      ...about,
      type: 'odd',
      fields: { inputs: text('One.'), written: number('Two.'), data: json('Three.'), rows: rows('Four.'), list: jsonList('Five.') },
      run: ({ inputs, written, data = null, rows: cells, list = [] }) => ({
        output: { inputs, written, data, cells: Object.fromEntries(cells), list: [...list] },
      }),
    });
    const fields = { inputs: 'a', written: '2', data: '{"n": 3}', rows: { k: 'v' }, list: '[5]' };
    expect(await run(odd, fields)).toMatchObject({ output: { inputs: 'a', written: 2, data: { n: 3 }, cells: { k: 'v' }, list: [5] } });
  });

  it('resolves a field only when the block reads it', async () => {
    const lazy = defineBlock({
      ...about,
      type: 'lazy',
      fields: { operation: operation('What to do.', ['rest', 'work']), amount: wholeNumber('How much.', { minimum: 1 }) },
      run: (fields) => ({ output: fields.operation === 'rest' ? {} : { amount: fields.amount ?? 0 } }),
    });
    expect(await run(lazy, { amount: 'many' })).toMatchObject({ kind: 'completed' });
    expect(await run(lazy, { operation: 'work', amount: 'many' })).toMatchObject({
      error: 'b: amount must be a whole number of at least 1',
    });
  });
});

describe('a declared agent', () => {
  const asking = defineBlock({
    ...about,
    type: 'asking',
    fields: { question: line('What the model is asked.') },
    begin: ({ question }) => ({ request: { ...anAgentRequest, messages: [{ role: 'system', content: question }] } }),
    leave: ({ question }, _context, { stopReason }) => ({ output: { question, stopReason } }),
  });
  const planned = { type: 'asking', params: { question: ' Open <start.door> with {{KEY}} ' } } as unknown as PlannedBlock;
  const inputs = new BlockInputs(new SourceCache(() => true), () => 'the red door', new Map([['KEY', 'k-123']]));
  const context = { inputs } as BlockContext<Port>;

  it('reads its fields with the names of secrets, which a model never sees', async () => {
    if (!('begin' in asking)) throw new Error('It is an agent');
    const { request } = await asking.begin(planned, context);
    expect(request.messages).toEqual([{ role: 'system', content: 'Open the red door with {{KEY}}' }]);
    const ended = { request, stopReason: 'stop', error: null, calls: [] };
    expect(await asking.leave(planned, context, ended)).toEqual({
      output: { question: 'Open the red door with {{KEY}}', stopReason: 'stop' },
    });
    expect([...inputs.usedSecrets]).toEqual([]);
  });
});

describe('a port', () => {
  it('that a block does not name cannot be used', async () => {
    const types: string[] = [];
    const sly = defineBlock({
      ...about,
      type: 'sly',
      fields: {},
      run: (_fields, context) => {
        // @ts-expect-error The declaration has no needs.
        const send = (): unknown => context.use(Http);
        expect(send).toThrow('Blocks of type sly use the port http and do not name it in their needs');
        types.push('sly');
        return { output: {} };
      },
    });
    await run(sly, {});
    expect(types).toEqual(['sly']);
  });

  it('that a block names is typed', async () => {
    const open = defineBlock({
      ...about,
      type: 'open',
      fields: {},
      needs: [Http],
      run: async (_fields, context) => {
        const { status } = await context.use(Http).send({ url: 'https://a.example', method: 'GET', timeoutMs: 1 });
        return { output: { status } };
      },
    });
    expect(await run(open, {})).toMatchObject({ output: { status: 200 } });
  });
});

describe('a recorded replay', () => {
  const reaching = (port: Port, type: string): PublishedBlock =>
    defineBlock({
      ...about,
      type,
      fields: {},
      needs: [port],
      run: (_fields, context) => ({ output: { found: context.use(port) !== undefined } }),
    });

  async function replayed(port: Port) {
    const definition = reaching(port, 'reaching');
    const document = aDocument([aBlock('s', 'start_trigger'), aBlock('b', 'reaching')], edges('s > b'));
    return (await runDocument(document, { blocks: [definition], recorded: new RecordedRun([]) })).outcome;
  }

  it.each([Http, Tables, Knowledge, Files])('refuses the port %j, which reaches outside', async (port) => {
    expect(await replayed(port)).toMatchObject({
      kind: 'failed',
      error: expect.stringContaining('A recorded replay cannot use external systems'),
    });
  });

  it.each([CodeSandbox, Workflows])('keeps the port %j, which stays inside', async (port) => {
    expect(await replayed(port)).toMatchObject({ kind: 'completed', output: { found: true } });
  });
});

/** What a block reads and uses while it works on an empty block. */
async function observed(definition: PublishedBlock): Promise<{ readonly fields: Set<string>; readonly ports: Set<Port> }> {
  const [fields, ports] = [new Set<string>(), new Set<Port>()];
  const values = new Proxy({} as JsonObject, { get: (_, name) => void fields.add(String(name)) });
  const block = { type: definition.type, params: values, data: values, targets: [] } as unknown as PlannedBlock;
  const context = new Proxy({} as BlockContext<Port>, {
    get: (_, name) => {
      if (name === 'inputs') return new BlockInputs(new SourceCache(() => false), () => undefined, new Map());
      return name === 'use' ? (port: Port) => void ports.add(port) : () => undefined;
    },
  });
  try {
    if ('enter' in definition) definition.enter(block, context);
    else if ('call' in definition) definition.call(block, context);
    else if ('begin' in definition) await definition.begin(block, context);
    else await definition.run(block, context);
  } catch {
    // An empty block may fail: it has shown by then what it reads.
  }
  return { fields, ports };
}

describe('every block', () => {
  it.each(publishedTypes)('%s declares its fields and outputs and reads no others', async (_type, definition) => {
    const { fields, ports } = await observed(definition);
    const declared = Object.keys(definition.palette.inputs.properties);
    expect([...fields].filter((name) => !declared.includes(name))).toEqual([]);
    expect([...ports].filter((port) => !definition.needs.includes(port))).toEqual([]);
    expect(definition.palette.handles).toEqual([...new Set(definition.palette.handles)]);
  });

  it('reads fields at all', async () => {
    const read = await Promise.all(publishedTypes.map(async ([, definition]) => (await observed(definition)).fields.size));
    expect(read.filter((count) => count > 0).length).toBeGreaterThan(12);
  });
});
