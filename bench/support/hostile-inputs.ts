import { block, chain, inside, loop } from './workflows.js';

/** One thing that an author or a caller may send to stop the server. Texts are made when they are needed: all together are gigabytes. */
export interface HostileInput {
  readonly name: string;
  /** The workflow to run; absent for a request of another kind. */
  readonly workflow?: unknown;
  /** The body of the start, or of the request to `path`. */
  readonly body: () => string;
  readonly method?: string;
  readonly path?: string;
  /** How many are sent at once. */
  readonly atOnce?: number;
}

const mega = 1_000_000;
const start = block('start', 'start_trigger', {});
const end = block('done', 'response', { dataMode: 'json', data: '{}' });
const repeated = (count: number, part: string | ((index: number) => string), joint = ','): string =>
  Array.from({ length: count }, (_, index) => (typeof part === 'string' ? part : part(index))).join(joint);

function condition(expression: string, id = 'check'): ReturnType<typeof block> {
  return branches(1, expression, id);
}

/** Each branch has another expression: a number behind it tells them apart. */
function branches(count: number, expression: string, id = 'check'): ReturnType<typeof block> {
  const conditions = [
    ...Array.from({ length: count }, (_, n) => ({
      id: `${id}-if${n || ''}`,
      title: `if ${n}`,
      value: n === 0 ? expression : `${expression} && ${n}`,
    })),
    { id: `${id}-else`, title: 'else', value: '' },
  ];
  return block(id, 'condition', { conditions: JSON.stringify(conditions) });
}

const inputOf = (json: string) => (): string => `{"input":{"a":${json}}}`;
const text = (characters: number, character = 'é') => inputOf(JSON.stringify(character.repeat(characters)));
const list = (count: number, item = '1') => inputOf(`[${repeated(count, item)}]`);

function checks(name: string, expression: string, body: () => string, blocks = 1): HostileInput {
  const all = Array.from({ length: blocks }, (_, n) => condition(expression, `check${n}`));
  return { name: `condition: ${name}`, workflow: chain(name, [start, ...all]), body };
}

function templates(name: string, fields: number, each: string, body: () => string): HostileInput {
  const variables = Array.from({ length: fields }, (_, n) => ({ variableName: `v${n}`, type: 'plain', value: each }));
  return { name: `template: ${name}`, workflow: chain(name, [start, block('set', 'variables', { variables }), end]), body };
}

function code(name: string, source: string, body: () => string = () => '{}'): HostileInput {
  return { name: `function: ${name}`, workflow: chain(name, [start, block('work', 'function', { code: source }), end]), body };
}

function loops(name: string, data: Record<string, unknown>, body: () => string = () => '{}', value = '<loop.index>'): HostileInput {
  const each = block('each', 'variables', { variables: [{ variableName: 'n', type: 'plain', value }] });
  return { name: `loop: ${name}`, workflow: chain(name, [start, ...inside({ ...loop('rounds', 1), data }, each), end]), body };
}

const echo = chain('Echo', [start, block('done', 'response', { dataMode: 'json', data: '<start.a>' })]);
const ignore = chain('Ignore', [start, end]);
const body = (name: string, json: () => string, workflow: unknown = ignore): HostileInput => ({
  name: `body: ${name}`,
  workflow,
  body: json,
});

function nested(depth: number, [open, close]: readonly [string, string]): string {
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}

/** Inputs against conditions, which the server computes itself. */
const conditions: readonly HostileInput[] = [
  checks('3,000 × toLowerCase of 2 MB', repeated(3000, '<start.a>.toLowerCase() == 1', ' || '), text(mega)),
  checks('the same in 5 blocks', repeated(3000, '<start.a>.toLowerCase() == 1', ' || '), text(mega), 5),
  checks('a list of 2,500 copies of 4 MB', `[${repeated(2500, '<start.a>.toLowerCase()')}].length == 7`, text(2 * mega)),
  checks('1,000 × trim', repeated(1000, '<start.a>.trim() == 1', ' || '), text(2 * mega, ' ')),
  checks('list of 10^6 == text, 300 times', repeated(300, '<start.a> == "1"', ' || '), list(mega)),
  checks('Number(list of 10^6), 300 times', repeated(300, 'Number(<start.a>) == 1', ' || '), list(mega)),
  checks('String(list of 10^6).length', 'String(<start.a>).length > 5', list(mega)),
  checks('indexOf in 8 MB, 500 times', repeated(500, '<start.a>.indexOf("b") == 1', ' || '), text(8 * mega, 'a')),
  checks('indexOf of a large part', '<start.a>.indexOf(<start.a>) == 0', text(4 * mega, 'a')),
  checks('includes in a list of 10^6, 500 times', repeated(500, '<start.a>.includes(2)', ' || '), list(mega)),
  checks('+ of 8 MB, 300 times', repeated(300, '<start.a>', ' + '), text(4 * mega)),
  checks('template literal of 8 MB, 300 times', `\`${repeated(300, '${<start.a>}', '')}\`.length > 1`, text(4 * mega)),
  checks('regex with backtracking', '/^(a+)+$/.test(<start.a>)', inputOf(`"${'a'.repeat(40)}b"`)),
  checks('regex of 1 MB', `/${'(a|b)*'.repeat(2000)}/.test(<start.a>)`, text(mega, 'a')),
  checks('100,000 terms', repeated(100_000, '<start.a>', ' + '), inputOf('1')),
  checks(
    '500 KB with 9,800 references',
    `[${repeated(4900, '"<start.a>", {a: <start.a>}')},${repeated(160_000, '1')}].length > 2`,
    inputOf('1'),
  ),
  checks('2 MB without references', `[${repeated(mega, '1')}].length > 2`, () => '{}'),
  {
    ...checks('100 branches of 60 KB', '', inputOf('1')),
    workflow: chain('Branches', [start, branches(100, `[${repeated(300, '"<start.a>"')},${repeated(28_000, '1')}].length < 2`)]),
  },
  checks('10,000 nested parentheses', `${'('.repeat(10_000)}1${')'.repeat(10_000)}`, () => '{}'),
  checks('endless loop', '(() => { for (;;); })()', () => '{}'),
  checks('2^30 array', 'Array(2 ** 30).fill(1).length', () => '{}'),
];

const fields: readonly HostileInput[] = [
  templates('20 variables of 40 × 8 MB', 20, repeated(40, '<start.a>', ''), text(4 * mega)),
  templates('1 variable of 2,000 × 8 MB', 1, repeated(2000, '<start.a>', ''), text(4 * mega)),
  templates('20 variables of one list of 10^6', 20, 'x <start.a>', list(mega)),
  templates('100,000 placeholders', 1, repeated(100_000, '<start.a>', ' '), inputOf('1')),
  templates('100,000 openings', 1, '<'.repeat(100_000), inputOf('1')),
  templates('JSON of 8 MB', 1, '{"x": "<start.a>"}', text(4 * mega)),
  templates('a list of 700,000 objects', 1, '<start.a>', list(700_000, '{"k":1}')),
  templates('10^6 numbers as text', 10, 'n: <start.a>', list(mega)),
];

const functions: readonly HostileInput[] = [
  code('endless loop', 'for (;;);'),
  code('memory', 'const all = []; for (;;) all.push("x".repeat(1e6) + all.length)'),
  code('output of 3 × 10^6 numbers', 'return Array.from({ length: 3e6 }, (_, n) => n)'),
  code('output of 15 MB', 'return "é".repeat(7e6)'),
  code('output nested 100,000 deep', 'let a = 1; for (let n = 0; n < 1e5; n++) a = [a]; return a'),
  code('100,000 keys of 60 characters', 'return Object.fromEntries(Array.from({ length: 1e5 }, (_, n) => ["k".repeat(60) + n, n]))'),
  code('10^6 keys', 'return Object.fromEntries(Array.from({ length: 1e6 }, (_, n) => ["k" + n, n]))'),
  code('console of 10^6 lines', 'for (let n = 0; n < 1e6; n++) console.log("line", n)'),
  code('10 MB in, 10 MB out', 'return <start.a>', list(2 * mega)),
  { ...code('endless loop, 20 at once', 'for (;;);'), atOnce: 20 },
];

const passes: readonly HostileInput[] = [
  loops('10,000 passes', { loopType: 'for', count: 10_000 }),
  loops('100,000 passes', { loopType: 'for', count: 100_000 }),
  loops('while true', { loopType: 'while', whileCondition: 'true' }),
  loops('while over a list of 10^6', { loopType: 'while', whileCondition: '<start.a>.includes(2) || true' }, list(mega)),
  loops('each of 10^6 items', { loopType: 'forEach', collection: '<start.a>' }, list(mega)),
  loops('10,000 × a text of 8 MB', { loopType: 'for', count: 10_000 }, text(4 * mega), '<start.a>'),
  loops('10,000 × text with 8 MB', { loopType: 'for', count: 10_000 }, text(4 * mega), 'x<start.a>'),
  loops('1,000 × a list of 10^5', { loopType: 'for', count: 1_000 }, list(100_000), 'x<start.a>'),
];

const bodies: readonly HostileInput[] = [
  body('10 MB text', text(9 * mega, 'a')),
  body('10 MB text, returned', text(9 * mega, 'a'), echo),
  body('10 MB of small lists', list(3 * mega, '[]')),
  body('10 MB of small lists, returned', list(3 * mega, '[]'), echo),
  body('10 MB of small objects', list(mega, '{"k":1}')),
  body('100,000 keys', inputOf(`{${repeated(100_000, (n) => `"key${n}":${n}`)}}`)),
  body('700,000 keys', inputOf(`{${repeated(700_000, (n) => `"k${n}":1`)}}`)),
  body('10 MB of escapes', inputOf(`"${'\\u00e9'.repeat(1_600_000)}"`)),
  body('10 MB of keys that are long', inputOf(`{${repeated(90, (n) => `"${'k'.repeat(100_000)}${n}":1`)}}`)),
  body('nested 100 deep, 50,000 times', list(50_000, nested(90, ['[', ']']))),
  body('nested 1,000,000 deep', () => nested(mega, ['[', ']'])),
  body('objects nested 100,000 deep', () => nested(100_000, ['{"a":', '}'])),
  body('10 MB that end early', () => `{"input":[${repeated(3 * mega, '[]')}`),
  body('10 MB with __proto__ at the end', () => `{"input":[${repeated(2_900_000, '[]')},{"__proto__":1}]}`),
  { ...body('10 MB of small lists, 8 at once', list(3 * mega, '[]')), atOnce: 8 },
  { ...body('10 MB text, 8 at once, returned', text(9 * mega, 'a'), echo), atOnce: 8 },
];

const importPath = '/api/v1/workflows/import';
const imports = (name: string, state: () => unknown): HostileInput => ({
  name: `import: ${name}`,
  method: 'POST',
  path: importPath,
  body: () => JSON.stringify({ workspaceId: '{workspace}', workflow: { version: '1.0', state: state() } }),
});

const chainOf = (count: number): unknown =>
  (
    chain('Long', [start, ...Array.from({ length: count }, (_, n) => block(`b${n}`, 'function', { code: `return ${n}` }))]) as {
      state: unknown;
    }
  ).state;

const documents: readonly HostileInput[] = [
  imports('2,000 blocks in a row', () => chainOf(2_000)),
  imports(
    'one code of 9 MB',
    () => (chain('Big', [start, block('w', 'function', { code: `return "${'x'.repeat(9 * mega)}"` })]) as { state: unknown }).state,
  ),
  imports(
    'a condition of 2 MB',
    () => (chain('Terms', [start, condition(repeated(200_000, '1 == 2', ' || '))]) as { state: unknown }).state,
  ),
  imports('50,000 edges', () => ({
    ...(chainOf(300) as object),
    edges: Array.from({ length: 50_000 }, (_, n) => ({
      id: `e${n}`,
      source: `b${n % 150}`,
      target: `b${150 + (n % 149)}`,
      sourceHandle: 'source',
    })),
  })),
  imports('700,000 fields', () => ({
    blocks: {},
    edges: [],
    junk: Object.fromEntries(Array.from({ length: 700_000 }, (_, n) => [`k${n}`, 1])),
  })),
];

const reviews = (name: string, source: string, count = 1): HostileInput => ({
  ...imports(
    name,
    () =>
      (
        chain('Review', [start, ...Array.from({ length: count }, (_, n) => block(`b${n}`, 'function', { code: source }))]) as {
          state: unknown;
        }
      ).state,
  ),
  name: `validate: ${name}`,
  path: '/api/v1/workflows/validate',
});

/** Each name is another, so that no schema is known already. */
const manyFields = (count: number, name: string): object => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: count }, (_, n) => [`${name}_${n}`, { type: 'string', title: 'x'.repeat(40) }])),
});

const reviewsOfAgents = (name: string, count: number, fields: (n: number) => object): HostileInput => ({
  ...imports(name, () => {
    const agents = Array.from({ length: count }, (_, n) =>
      block(`b${n}`, 'agent', { model: 'fake/echo', messages: [{ role: 'user', content: 'Hello' }], ...fields(n) }),
    );
    return (chain('Review', [start, ...agents]) as { state: unknown }).state;
  }),
  name: `validate: ${name}`,
  path: '/api/v1/workflows/validate',
});

const validations: readonly HostileInput[] = [
  reviewsOfAgents('60 agents with schemas of 900 fields', 60, (n) => ({ responseFormat: manyFields(900, `a${n}`) })),
  reviewsOfAgents('20 agents with 100 tools of 50 fields', 20, (n) => ({
    tools: Array.from({ length: 100 }, (_, t) => ({
      type: 'custom-tool',
      title: `tool ${t}`,
      schema: { name: `tool${t}`, parameters: manyFields(50, `b${n}_${t}`) },
      code: 'return 1',
    })),
  })),
  reviews('80 functions of 120 KB', repeated(2_400, 'call(one.two, [1, 2, {k: "v"}]) + 3 * four[five];', '\n'), 80),
  reviews('16,000 references to nothing', `\`${'<foo.a>'.repeat(16_000)}\``),
  reviews('20 texts with 9,000 references each', `return ["${repeated(9_000, '<fox.a>', '","')}"]`, 20),
];

export const hostileInputs: readonly HostileInput[] = [
  ...conditions,
  ...fields,
  ...functions,
  ...passes,
  ...bodies,
  ...documents,
  ...validations,
];
