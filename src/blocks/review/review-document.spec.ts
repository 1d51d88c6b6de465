import { refusalBy } from '#kernel/models/model-policy.js';
import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import type { Json } from '#kernel/json.js';
import { parseDocument } from '#document/parse/parse-document.js';
import type { Findings, WorkflowDocument } from '#document/document.js';
import { readDocument, workflowFixture } from '../../../test/support/workflow-documents.js';
import { blockRegistry } from '../index.js';
import { namedThings, reviewSteps } from './review-document.js';
import { inputFields } from '../flow/start/input-format.js';
import type { WorkspaceFacts } from './named-things.js';

interface Written {
  readonly type: string;
  readonly name?: string;
  readonly fields?: Readonly<Record<string, Json>>;
  readonly data?: Readonly<Record<string, Json>>;
  readonly triggerMode?: boolean;
}

const start: Written = { type: 'start_trigger', name: 'Start', fields: { inputFormat: [{ name: 'invoice', type: 'string' }] } };

/** A document of these blocks, by id, each connected to the one before it; and further edges `source:handle > target`. */
function documentOf(blocks: Readonly<Record<string, Written>>, ...more: readonly string[]): WorkflowDocument {
  const all = Object.entries({ start, ...blocks });
  const chain = all.slice(1).map(([id, { type }], index) => {
    const [source = '', { type: before = '' } = {}] = all[index] ?? [];
    const handle = before === 'loop' ? 'loop-end-source' : before === 'condition' ? 'condition-c-if' : 'source';
    return { id: `${source}-${id}-${type}`, source, sourceHandle: handle, target: id };
  });
  const further = more.map((text, index) => {
    const [from = '', target = ''] = text.split(' > ');
    const [source = '', sourceHandle = 'source'] = from.split(':');
    return { id: `more-${index}`, source, sourceHandle, target };
  });
  const state = {
    blocks: Object.fromEntries(
      all.map(([id, { type, name = id, fields = {}, data = {}, triggerMode = false }]) => [
        id,
        {
          id,
          type,
          name,
          data,
          triggerMode,
          subBlocks: Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, { id: field, value }])),
        },
      ]),
    ),
    edges: [...chain.filter(({ source, target }) => !further.some((edge) => edge.source === source && edge.target === target)), ...further],
    variables: { v1: { id: 'v1', name: 'region', type: 'string', value: 'eu' } },
  };
  const { document, problems } = { problems: undefined, ...parseDocument({ state }) };
  if (document === undefined) throw new Error(JSON.stringify(problems));
  return document;
}

function reviewDocument(...of: Parameters<typeof reviewSteps>): Findings {
  const steps = reviewSteps(...of);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const nothing: WorkspaceFacts = {
  secrets: new Set(['ERP_TOKEN']),
  existing: { table: new Set(['t1']), 'knowledge base': new Set(['k1']), workflow: new Set(['w1', 'w2']) },
  deployed: new Set(['w1']),
  mcpRefusals: new Map(),
  toolRefusal: refusalBy({ allow: [], deny: ['tool:http_request', 'host:*.forbidden.example', 'tool:s1/*'] }),
  refusedModels: new Map([['gpt-9', 'there is no model gpt-9']]),
  strictInputs: new Map([
    [
      'w1',
      inputFields([
        { name: 'amount', type: 'number', required: true },
        { name: 'currency', type: 'string', enum: ['EUR', 'NOK'] },
      ]),
    ],
  ]),
};

function review(blocks: Readonly<Record<string, Written>>, ...more: readonly string[]): { problems: string[]; warnings: string[] } {
  const found = reviewDocument(documentOf(blocks, ...more), blockRegistry, nothing);
  const told = (list: typeof found.problems): string[] => list.map(({ code, message }) => `${code}: ${message}`);
  return { problems: told(found.problems), warnings: told(found.warnings) };
}

const code = (text: string): Written => ({ type: 'function', name: 'Work', fields: { code: text } });
const api = (fields: Readonly<Record<string, Json>>): Written => ({ type: 'api', name: 'Fetch', fields });

describe('the review of a document', () => {
  it('finds nothing in a workflow that works', () => {
    const blocks = {
      fetch: api({ url: 'https://example.org/<start.invoice>', headers: [{ Key: 'authorization', Value: 'Bearer {{ERP_TOKEN}}' }] }),
      work: code('// <none.x>\nif (1 < <fetch.status> && 2 > 1) return `${<variable.region>} <b>bold</b> {{ERP_TOKEN}}`'),
      check: { type: 'condition', fields: { conditions: [{ id: 'c-if', title: 'if', value: '<work.result> === "<br>"' }] } },
      save: { type: 'table', fields: { operation: 'insert_row', tableId: 't1', data: '{"a": "<start.invoice>", "b": <work.result>}' } },
      answer: {
        type: 'response',
        fields: { dataMode: 'json', data: '<p class="x">Hello <start.invoice></p> <https://example.org> <ada@example.org>' },
      },
    };
    expect(review(blocks)).toEqual({ problems: [], warnings: [] });
  });

  it('finds nothing in the documents of the fixtures that would prevent what runs', () => {
    for (const name of ['fee-gate', 'orders-with-two-reviewers'] as const) {
      const document = readDocument(workflowFixture(name));
      const named = namedThings(document, blockRegistry);
      const ids = (kind: string): ReadonlySet<string> => new Set(named.filter((thing) => thing.kind === kind).map(({ id }) => id));
      const existing = { table: ids('table'), 'knowledge base': ids('knowledge base'), workflow: ids('workflow') };
      const { problems } = reviewDocument(document, blockRegistry, {
        secrets: new Set(),
        existing,
        deployed: existing.workflow,
        strictInputs: new Map(),
        mcpRefusals: new Map(),
        refusedModels: new Map(),
        toolRefusal: () => undefined,
      });
      expect([name, problems]).toEqual([name, []]);
    }
  });
});

describe('the name of a model', () => {
  const agent = (fields: JsonObject) =>
    reviewDocument(
      documentOf({ ask: { type: 'agent', fields: { messages: [{ role: 'user', content: 'Hi' }], ...fields } } }),
      blockRegistry,
      nothing,
    );

  it('that cannot be used is a warning, since a provider may be added before the run', () => {
    const { problems, warnings } = agent({ model: 'gpt-9' });
    expect(problems).toEqual([]);
    expect(warnings).toMatchObject([
      { field: 'model', code: 'unusable_model', message: 'Block "ask": model names a model that cannot be used: there is no model gpt-9' },
    ]);
  });

  it('is not looked up where it is known in a run only, and by itself where the block gives a key', () => {
    expect(agent({ model: '<start.model>' }).warnings.map(({ code }) => code)).not.toContain('unusable_model');
    expect(agent({ model: 'gpt-9', apiKey: 'k' }).warnings).toEqual([]);
  });
});

describe('a reference', () => {
  it('to a block that does not exist is a warning in text, with the nearest name and its place', () => {
    const document = documentOf({
      fetch: { ...api({ url: 'https://example.org' }), name: 'Fetch Invoice' },
      ask: { type: 'response', fields: { dataMode: 'json', data: 'a\nb <fetchinvoce.data>' } },
    });
    expect(reviewDocument(document, blockRegistry, nothing)).toEqual({
      problems: [],
      warnings: [
        {
          blockId: 'ask',
          field: 'data',
          position: { offset: 4, line: 2, column: 3 },
          message: 'Block "ask": data refers to "<fetchinvoce.data>", but no block has this name. Did you mean fetchinvoice?',
          code: 'unknown_reference',
        },
      ],
    });
  });

  it('to a block that does not exist is a problem in code, where it is no value', () => {
    expect(review({ work: code('return <strat.invoice>') })).toEqual({
      problems: ['unknown_reference: Block "Work": code refers to "<strat.invoice>", but no block has this name. Did you mean start?'],
      warnings: [],
    });
  });

  it('in a string of code is a warning, since the text stays', () => {
    expect(review({ work: code('return "<strat.invoice>"') })).toMatchObject({
      problems: [],
      warnings: [/^unknown_reference/].map(matching),
    });
  });

  it('to an output that does not exist is a warning', () => {
    const blocks = {
      work: code('return 1'),
      answer: { type: 'response', fields: { dataMode: 'json', data: '<start.invoce> <work.reslt> <work.result.any>' } },
    };
    expect(review(blocks)).toEqual({
      problems: [],
      warnings: [
        'unknown_output: Block "answer": data refers to "<start.invoce>", but block "Start" has no output "invoce". Did you mean invoice?',
        'unknown_output: Block "answer": data refers to "<work.reslt>", but block "Work" has no output "reslt". Did you mean result?',
      ],
    });
  });

  it('to a variable that is not declared is a warning in text and a problem in code', () => {
    const answer = { type: 'response', fields: { dataMode: 'json', data: '<variable.regoin>' } };
    expect(review({ answer }).warnings).toEqual([
      'unknown_variable: Block "answer": data refers to "<variable.regoin>", but the workflow declares no such variable. Did you mean region?',
    ]);
    expect(review({ work: code('return <variable.none>') }).problems).toMatchObject([/^unknown_variable/].map(matching));
  });

  it('to a loop from outside of it is found', () => {
    expect(review({ work: code('return <loop.index>') }).problems).toMatchObject(
      [/^outside_container: .* not inside a loop$/].map(matching),
    );
    const inside = { each: { type: 'loop' }, work: { ...code('return <loop.index> + <each.currentItem>'), data: { parentId: 'each' } } };
    expect(review(inside, 'each:loop-start-source > work').problems).toEqual([]);
  });
});

describe('a syntax error', () => {
  it('in the code of a function is a problem, with its place', () => {
    const { problems } = reviewDocument(documentOf({ work: code("const a = 1;\nreturn fetch('x'") }), blockRegistry, nothing);
    expect(problems).toEqual([
      {
        blockId: 'work',
        field: 'code',
        position: { offset: 29, line: 2, column: 17 },
        message: 'Block "Work": code is not valid JavaScript in line 2, column 17: Unexpected token',
        code: 'syntax_error',
      },
    ]);
  });

  it('in the first expression of a condition is a problem, in a later one a warning', () => {
    const branches = (first: string, second: string): Written => ({
      type: 'condition',
      fields: {
        conditions: JSON.stringify([
          { id: 'c-if', title: 'if', value: first },
          { id: 'c-2', title: 'else if', value: second },
        ]),
      },
    });
    expect(review({ check: branches('<start.invoice == true', 'true') })).toMatchObject({
      problems: [/^syntax_error: Block "check": conditions\.0\.value/].map(matching),
      warnings: [],
    });
    expect(review({ check: branches('true', '(') })).toMatchObject({ problems: [], warnings: [/conditions\.1\.value/].map(matching) });
  });

  it('is a warning where an edge handles the failure, or where no run arrives', () => {
    const answer = { type: 'response', fields: { dataMode: 'json', data: 'failed' } };
    expect(review({ work: code('return ('), answer }, 'work:error > answer')).toMatchObject({
      problems: [],
      warnings: [/^syntax_error/].map(matching),
    });
    expect(review({ work: code('return 1'), idle: code('return (') }, 'start > idle', 'work > idle').problems).toHaveLength(1);
    const apart = documentOf({ work: code('return (') });
    expect(reviewDocument({ ...apart, edges: [] }, blockRegistry, nothing)).toMatchObject({
      problems: [],
      warnings: [{ code: 'syntax_error' }],
    });
  });

  it('in the condition of a loop is a warning, since it ends the loop', () => {
    const each = { type: 'loop', data: { loopType: 'while', whileCondition: '<loop.index> <' } };
    expect(review({ each })).toMatchObject({ problems: [], warnings: [/^syntax_error/].map(matching) });
    expect(review({ each: { type: 'loop', data: { loopType: 'for', whileCondition: '(' } } }).warnings).toEqual([]);
  });
});

describe('a tool of an agent', () => {
  const agent = (tools: Json, fields: Readonly<Record<string, Json>> = {}): Written => {
    return { type: 'agent', name: 'Ask', fields: { messages: [{ role: 'user', content: 'Hi' }], tools, ...fields } };
  };
  const custom = (text: string) => ({ type: 'custom-tool', title: 'Custom', code: text });

  it.each<[string, Json, string]>([
    ['code of the author', custom('return ('), 'tools.0.code is not valid JavaScript in line 1, column 9'],
    ['code that is filled in', { type: 'function', params: { code: 'return (' } }, 'tools.0.params.code is not valid JavaScript'],
    [
      'a condition for approval',
      { ...custom('return 1'), approval: { when: 'arguments.amount >' } },
      'tools.0.approval.when is not valid JavaScript',
    ],
    [
      'a condition with a semicolon',
      { ...custom('return 1'), approval: { when: 'arguments.amount > 50;' } },
      'tools.0.approval.when is not valid JavaScript',
    ],
  ])('with %s that is not valid is a warning', (_, tool, what) => {
    for (const tools of [[tool], JSON.stringify([tool])])
      expect(review({ ask: agent(tools) })).toEqual({
        problems: [],
        warnings: [expect.stringContaining(`syntax_error: Block "Ask": ${what}`)],
      });
  });

  it('has valid code with arguments, references and secrets, and its other texts are no code', () => {
    const tools = [
      {
        ...custom('const x = await fetch("https://a.example", { headers: { a: {{ERP_TOKEN}} } }); return <start.invoice> + n;'),
        title: 'A (',
      },
      { ...custom('return 1'), approval: { when: 'tool === "x" && arguments.n > <start.invoice>' } },
      { ...custom('return ('), title: 'Off', usageControl: 'none' },
      { type: 'mcp', title: 'M', params: { serverId: 's2', toolName: 't', code: 'if (' } },
    ];
    expect(review({ ask: agent(tools) })).toEqual({ problems: [], warnings: [] });
  });

  it('that names something which the workspace does not have is a warning, since ids may be adapted later', () => {
    const [absent, fixed] = ['019b76da-a800-7000-8000-0000000000c1', '<start.invoice>'];
    const tools = [
      { type: 'workflow', title: 'W', params: { workflowId: absent } },
      { type: 'table', title: 'T', operation: 'query_rows', params: { tableId: 't9' } },
      { type: 'knowledge', title: 'K', params: { knowledgeBaseId: 'k9' } },
      { type: 'workflow_input', title: 'V', params: { workflowId: fixed } },
      { type: 'table', title: 'U', operation: 'get_row', params: { tableId: 't1' } },
    ];
    for (const missingTools of ['fail', 'skip'])
      expect(review({ ask: agent(tools, { missingTools }) })).toEqual({
        problems: [],
        warnings: [
          `unknown_workflow: Block "Ask": tools.0 names workflow "${absent}", which this workspace does not have`,
          'unknown_table: Block "Ask": tools.1 names table "t9", which this workspace does not have',
          'unknown_knowledge_base: Block "Ask": tools.2 names knowledge base "k9", which this workspace does not have',
        ],
      });
  });
});

describe('a field', () => {
  it('that the type does not have is a warning with the nearest name', () => {
    const ask = { type: 'human_in_the_loop', fields: { approver: 'ada@example.org', requiredAprovals: 2, expireAfter: 1, none: '' } };
    expect(review({ ask }).warnings).toEqual([
      'unknown_field: Block "ask": approver is not a field of blocks of type "human_in_the_loop". Did you mean approvers?',
      'unknown_field: Block "ask": requiredAprovals is not a field of blocks of type "human_in_the_loop". Did you mean requiredApprovals?',
      'unknown_field: Block "ask": expireAfter is not a field of blocks of type "human_in_the_loop". Did you mean expiresAfter?',
    ]);
  });
});

describe('advice of a block', () => {
  const responseFormat = { type: 'object', properties: { cost: { type: 'number' } }, required: ['cost'], additionalProperties: false };
  const ask = { type: 'agent', fields: { messages: [{ role: 'user', content: 'How much?' }], responseFormat } };
  const document = documentOf({ ask });

  it('is a warning in an imported document', () => {
    expect(reviewDocument(document, blockRegistry, nothing)).toMatchObject({
      problems: [],
      warnings: [{ code: 'hidden_field', blockId: 'ask' }],
    });
  });

  it('that new documents must heed is a problem in them', () => {
    const strict = { ...document, metadata: { strictInput: true } };
    expect(reviewDocument(strict, blockRegistry, nothing)).toMatchObject({
      problems: [{ code: 'hidden_field', field: 'responseFormat' }],
      warnings: [],
    });
  });
});

describe('a reference in a field that is taken as it is written', () => {
  const fetched = (fields: Readonly<Record<string, Json>>): Written => ({
    type: 'api',
    name: 'Fetch',
    fields: { url: 'https://x.example', ...fields },
  });

  it.each([
    ['timeout', '<start.limit>'],
    ['method', '{{METHOD}}'],
  ])('is a warning: %s %s', (field, value) => {
    const { warnings } = review({ fetch: fetched({ [field]: value }) });
    expect(warnings).toEqual([`reference_not_read: Block "Fetch": ${field} takes a value as it is written, no reference and no secret`]);
  });
});

describe('a fixed value of a number field', () => {
  const agent = (fields: Readonly<Record<string, Json>>): Written => {
    return { type: 'agent', name: 'Ask', fields: { model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...fields } };
  };

  it.each([
    ['temperature', 'warm', 'takes a number of at least 0 and at most 2, not "warm"'],
    ['temperature', 3, 'takes a number of at least 0 and at most 2, not "3"'],
    ['maxSteps', '0', 'takes a number of at least 1 and at most 100, not "0"'],
  ])('%s: %j is a warning', (field, value, what) => {
    expect(review({ ask: agent({ [field]: value }) })).toEqual({ problems: [], warnings: [`out_of_range: Block "Ask": ${field} ${what}`] });
  });

  it.each([
    ['temperature', ' 0.7 '],
    ['temperature', 2],
    ['temperature', '<start.invoice>'],
    ['temperature', ''],
    ['maxSteps', 100],
  ])('%s: %j is right', (field, value) => {
    expect(review({ ask: agent({ [field]: value }) })).toEqual({ problems: [], warnings: [] });
  });

  it('of a field that does not count is not looked at', () => {
    const fields = { operation: 'get_row', tableId: 't1', rowId: '<start.invoice>', limit: 'many' };
    expect(review({ read: { type: 'table', fields } }).warnings).toEqual([]);
  });
});

describe('the workspace', () => {
  it('that lacks a secret is a warning: it can be set later', () => {
    expect(review({ fetch: api({ url: 'https://example.org', headers: { authorization: 'Bearer {{ERP_TOKN}} {{ERP_TOKN}}' } }) })).toEqual({
      problems: [],
      warnings: [
        'missing_secret: Block "Fetch": headers.authorization uses {{ERP_TOKN}}, which is not set in this workspace. Did you mean ERP_TOKEN?',
      ],
    });
  });

  it('that lacks the secret of a trigger is a warning: no request is accepted until it is set', () => {
    const push = {
      type: 'github',
      name: 'Push',
      triggerMode: true,
      fields: { selectedTriggerId: 'github_push', webhookSecret: '{{HOOK}}' },
    };
    expect(review({ push })).toEqual({
      problems: [],
      warnings: ['missing_secret: Block "Push": webhookSecret uses {{HOOK}}, which is not set in this workspace'],
    });
  });

  it.each([
    ['table', { type: 'table', fields: { tableId: 'none' } }, 'unknown_table'],
    ['knowledge base', { type: 'knowledge', fields: { knowledgeBaseId: 'k1, none', query: 'x' } }, 'unknown_knowledge_base'],
    ['workflow', { type: 'workflow', fields: { workflowId: 'none' } }, 'unknown_workflow'],
  ])('that lacks a %s is a warning', (_, block, expected) => {
    expect(review({ block }).warnings).toMatchObject([matching(new RegExp(`^${expected}: .* names .* "none", which`))]);
  });

  it('is not asked for ids that a run computes', () => {
    expect(review({ save: { type: 'table', fields: { tableId: '<start.invoice>' } } }).warnings).toEqual([]);
    expect(review({ save: { type: 'table', fields: { tableId: '{{ERP_TOKEN}}' } } }).warnings).toEqual([]);
  });

  it.each([
    [{ amount: 5 }, []],
    [{ amount: '<start.invoice>', currency: '<start.invoice>' }, []],
    ['{"amount": <start.invoice>}', []],
    [{ currency: '<start.invoice>' }, ['amount is required']],
    ['{"amount": "five"}', ['amount must be a number']],
    [{ amount: 'five', currency: 'USD' }, ['amount must be a number', 'currency must be one of "EUR", "NOK"']],
    [undefined, ['amount is required']],
  ])('warns of input that a workflow with strictInput does not take: %j', (inputMapping, messages) => {
    const fields = { workflowId: 'w1', ...(inputMapping === undefined ? {} : { inputMapping }) };
    const field = inputMapping === undefined ? 'input' : 'inputMapping';
    const told = messages.map((message) => `input_not_taken: Block "call": ${field} does not fit the input of the workflow: ${message}`);
    expect(review({ call: { type: 'workflow', fields } })).toEqual({ problems: [], warnings: told });
  });

  it('with a workflow that is not deployed gives a warning', () => {
    expect(review({ call: { type: 'workflow', fields: { workflowId: 'w2' } } })).toMatchObject({
      problems: [],
      warnings: [/^workflow_not_deployed/].map(matching),
    });
  });
});

function matching(pattern: RegExp): string {
  return expect.stringMatching(pattern) as unknown as string;
}

describe('a document that takes long to review', () => {
  it('is reviewed in a step for each text', () => {
    const blocks = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`work${n}`, code('return 1')]));
    expect([...reviewSteps(documentOf(blocks), blockRegistry, nothing)].length).toBeGreaterThan(60);
  });

  it.each([
    ['references to nothing', code(`return ["${'<fox.a>","'.repeat(9_000)}"]`)],
    ['references that are right', code(`return [${'<start.invoice>,'.repeat(6_000)}]`)],
    ['names that are no references', api({ url: Array.from({ length: 9_000 }, (_, n) => `<name${n}>`).join('') })],
    ['secrets that are not set', api({ url: Array.from({ length: 9_000 }, (_, n) => `{{NAME${n}}}`).join('') })],
  ])('is reviewed in many steps where one text has thousands of %s', (_, block) => {
    expect([...reviewSteps(documentOf({ work: block }), blockRegistry, nothing)].length).toBeGreaterThan(100);
  });

  it('has one hundred findings of a kind for each text, the first ones', () => {
    const { warnings } = review({ ask: api({ url: '<missing.a>'.repeat(5_000) }) });
    expect(warnings).toHaveLength(100);
  });

  it('is said to have too many references in a text', () => {
    expect(review({ work: code(`return [${'<start.a>,'.repeat(10_000)}]`) }).problems).toEqual([]);
    expect(review({ work: code(`return [${'<start.a>,'.repeat(10_001)}]`) }).problems).toEqual([
      'too_many_references: Block "Work": code has more than 10,000 references',
    ]);
  });
});

describe('a name that no reference can have', () => {
  const review = (type: string, fields: Readonly<Record<string, Json>>) =>
    reviewDocument(
      documentOf({ a: { type: 'function', name: 'A/B Test', fields: { code: 'return 5' } }, b: { type, fields } }),
      blockRegistry,
      nothing,
    );

  it.each(['<a/btest.result>', 'see <A/B Test.result>'])('is a warning in the text %s', (data) => {
    expect(review('response', { dataMode: 'json', data: `{"v": "${data}"}` })).toMatchObject({
      problems: [],
      warnings: [
        {
          blockId: 'b',
          field: 'data',
          code: 'unusable_name',
          message: 'Block "b": data means block "A/B Test", but references cannot contain /: give that block another name',
        },
      ],
    });
  });

  it('is a problem in code', () => {
    expect(review('function', { code: 'return <a/btest.result>' }).problems).toMatchObject([{ code: 'unusable_name' }]);
  });

  it('is nothing where no text looks like it', () => {
    expect(review('function', { code: 'return 1 <a/b' })).toEqual({ problems: [], warnings: [] });
  });
});

describe('a value that a run cannot take as it is written', () => {
  const codesOf = (block: Written) => {
    const { problems, warnings } = reviewDocument(documentOf({ b: block }), blockRegistry, nothing);
    return [problems.map(({ code }) => code), warnings.map(({ code }) => code)];
  };

  it.each(['[1,2,]', 'orders', '5'])('is a problem in the collection %s', (collection) => {
    expect(codesOf({ type: 'loop', data: { loopType: 'forEach', collection } })).toEqual([['invalid_json'], []]);
    expect(codesOf({ type: 'loop', data: { loopType: 'for', count: 2, collection } })).toEqual([[], []]);
  });

  it.each(['[1, 2]', "['a']", ' {"a": 1} ', '["<start.invoice>", 2]'])('is none in the collection %s', (collection) => {
    expect(codesOf({ type: 'loop', data: { loopType: 'forEach', collection } })).toEqual([[], []]);
  });

  it.each(['{"a": "<start.invoice>",}', '{"a": <start.invoice>', '{bad'])('is a problem in the input %s of a workflow', (inputMapping) => {
    const workflowId = '0197a5e0-0000-7000-8000-000000000001';
    expect(codesOf({ type: 'workflow_input', fields: { workflowId, inputMapping } })[0]).toEqual(['invalid_json']);
    expect(codesOf({ type: 'workflow_input', fields: { workflowId, inputMapping: '{"a": <start.invoice>}' } })[0]).toEqual([]);
  });

  it('is a warning where a number is brought within its bounds', () => {
    expect(codesOf({ type: 'loop', data: { loopType: 'for', count: 2.7 } })).toEqual([[], ['out_of_range']]);
    expect(codesOf({ type: 'parallel', data: { parallelType: 'count', count: 2, batchSize: 21 } })).toEqual([[], ['out_of_range']]);
  });
});
