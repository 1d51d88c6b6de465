import { describe, expect, it } from '@jest/globals';
import { aBlock, anEdge, aState, readDocument, workflowFixture } from '../../../test/support/workflow-documents.js';
import type { JsonObject } from '#kernel/json.js';
import { parseDocument } from './parse-document.js';

const codesOf = (raw: unknown): readonly string[] => (parseDocument(raw).problems ?? []).map(({ code }) => code);
const oneBlock = (fields: JsonObject): JsonObject => aState([aBlock('a', 'function', fields)]);
const readBlock = (fields: JsonObject): unknown => readDocument(oneBlock(fields)).blocks['a'];

const conditionsFrom = (value: JsonObject[] | string): unknown =>
  readDocument(aState([aBlock('a', 'condition', { subBlocks: { conditions: { id: 'conditions', type: 'condition-input', value } } })]))
    .blocks['a']?.subBlocks['conditions']?.value;

describe('reading a document', () => {
  it.each(['fee-gate', 'orders-with-two-reviewers'] as const)('reads %s, and is idempotent', (name) => {
    const document = readDocument(workflowFixture(name));
    expect(readDocument({ state: document })).toEqual(document);
    expect(readDocument(JSON.stringify(document))).toEqual(document);
  });

  it('accepts the envelope, the envelope inside data, the bare state and the JSON text of each', () => {
    const envelope = workflowFixture('fee-gate');
    const document = readDocument(envelope);
    for (const form of [{ data: envelope }, envelope['state'], { data: envelope['state'] }]) {
      expect(readDocument(form)).toEqual(document);
      expect(readDocument(JSON.stringify(form))).toEqual(document);
    }
  });

  it('accepts the list of variables of earlier exports', () => {
    const [region, limit] = [
      { id: 'r', name: 'region', type: 'string', value: 'north' },
      { name: 'limit', type: 'number', value: 5 },
    ];
    expect(readDocument({ ...oneBlock({}), variables: [] }).variables).toEqual({});
    expect(readDocument({ ...oneBlock({}), variables: [region, limit] })).toEqual(
      readDocument({ ...oneBlock({}), variables: { r: region, limit: { ...limit, id: 'limit' } } }),
    );
    const problems = parseDocument({ ...oneBlock({}), variables: [region, region, 7, {}] }).problems ?? [];
    expect(problems.map(({ code, path }) => [code, path.join('.')])).toEqual([
      ['duplicate_id', 'variables.1'],
      ['wrong_type', 'variables.2'],
      ['required', 'variables.3.name'],
    ]);
  });

  it('drops unknown fields beside blocks and edges', () => {
    expect(Object.keys(readDocument({ ...oneBlock({}), lastSaved: 1, dragStartPosition: null }))).toEqual([
      'blocks',
      'edges',
      'loops',
      'parallels',
      'variables',
      'metadata',
    ]);
  });

  it('fills in the defaults of a block', () => {
    expect(readDocument({ blocks: { a: { id: 'a', type: 'note' } }, edges: [] }).blocks['a']).toEqual({
      id: 'a',
      type: 'note',
      name: '',
      position: { x: 0, y: 0 },
      subBlocks: {},
      outputs: {},
      enabled: true,
      data: {},
    });
  });

  it('keeps fields of a block that only an editor reads', () => {
    expect(readBlock({ locked: true, height: 120, undefined: 1 })).toMatchObject({ locked: true, height: 120 });
    expect(readBlock({ undefined: 1 })).not.toHaveProperty('undefined');
  });

  it('turns empty field values into null and drops what a trigger registration left', () => {
    const subBlocks = {
      url: { id: 'url', type: 'short-input', value: '' },
      triggerPath: { id: 'triggerPath', type: 'short-input', value: 'x' },
      webhookId: { id: 'webhookId', type: 'short-input', value: 'x' },
      undefined: { id: 'undefined', type: 'short-input', value: 'x' },
      gone: null,
      code: { value: 'return 1' },
    };
    expect(readBlock({ subBlocks })).toMatchObject({
      subBlocks: { url: { id: 'url', type: 'short-input', value: null }, code: { id: 'code', type: 'short-input', value: 'return 1' } },
    });
    expect(Object.keys((readBlock({ subBlocks }) as { subBlocks: object }).subBlocks)).toEqual(['url', 'code']);
  });

  it('keeps a list of conditions as JSON text, however it came', () => {
    const list = [{ id: 'a-if', title: 'if', value: 'true' }];
    expect(conditionsFrom(list)).toBe(JSON.stringify(list));
    expect(conditionsFrom(JSON.stringify(list))).toBe(JSON.stringify(list));
    expect(conditionsFrom('not JSON')).toBe('not JSON');
  });

  it('clamps retry settings', () => {
    expect(readBlock({ retry: { enabled: true, maxTries: 9.5, waitBetweenTriesMs: -1 } })).toMatchObject({
      retry: { enabled: true, maxTries: 5, waitBetweenTriesMs: 0 },
    });
    const state = aState([aBlock('a', 'function', { retry: { enabled: true, maxTries: 9.5, waitBetweenTriesMs: 5 } })]);
    expect(parseDocument({ state })).toMatchObject({
      dropped: [
        {
          blockId: 'a',
          field: 'retry.maxTries',
          message: expect.stringContaining('retry.maxTries takes a whole number from 2 to 5, so 5 was kept, not 9.5'),
          code: 'out_of_range',
        },
      ],
    });
    expect(readBlock({ retry: {} })).toMatchObject({ retry: { enabled: false, maxTries: 3, waitBetweenTriesMs: 1_000 } });
  });

  it('normalizes missing, empty and legacy handles', () => {
    const edges = [
      { id: 'e1', source: 'a', target: 'b' },
      { id: 'e2', source: 'a', target: 'b', sourceHandle: null, targetHandle: '' },
      { id: 'e3', source: 'a', target: 'b', sourceHandle: 'source-right', targetHandle: 'target-left', animated: true },
      { id: 'e4', source: 'a', target: 'b', sourceHandle: 'error', targetHandle: 'target' },
    ];
    const read = readDocument(aState([aBlock('a'), aBlock('b')], edges)).edges;
    expect(read.map(({ sourceHandle, targetHandle }) => [sourceHandle, targetHandle])).toEqual([
      ['source', 'target'],
      ['source', 'target'],
      ['source', 'target'],
      ['error', 'target'],
    ]);
    expect(Object.keys(read[2] ?? {})).toEqual(['id', 'source', 'target', 'sourceHandle', 'targetHandle']);
  });

  it('reads the default output of a container as its start or its end, by where the edge leads', () => {
    const blocks = [aBlock('L', 'loop'), aBlock('in', 'function', { data: { parentId: 'L' } }), aBlock('out')];
    const handles = readDocument(aState(blocks, [anEdge('L', 'in'), anEdge('L', 'out')])).edges.map(({ sourceHandle }) => sourceHandle);
    expect(handles).toEqual(['loop-start-source', 'loop-end-source']);
  });

  it('rebuilds loops and parallels from the blocks and never trusts what the document says there', () => {
    const { state } = workflowFixture('orders-with-two-reviewers') as { state: JsonObject };
    const { loops, parallels } = readDocument({ ...state, loops: { X: { id: 'X', nodes: ['s'] } }, parallels: 'nonsense' });
    expect({ loops, parallels }).toEqual({ loops: state['loops'], parallels: state['parallels'] });
  });

  it('takes the name from the metadata, else from the workflow that was exported', () => {
    const state = oneBlock({});
    const workflow = { name: ' Exported ' };
    expect(parseDocument({ state: { ...state, metadata: { name: 'Own' } }, workflow })).toMatchObject({
      name: { text: 'Own', path: ['state', 'metadata', 'name'] },
    });
    expect(parseDocument({ state: { ...state, metadata: { name: ' ' } }, workflow })).toMatchObject({
      name: { text: 'Exported', path: ['workflow', 'name'] },
    });
    expect(parseDocument({ state })).toMatchObject({ name: undefined });
  });
});

describe('a document with members that are not read', () => {
  it('is read, with a warning about each member that it loses', () => {
    const block = aBlock('a', 'function', {
      subBlocks: { code: { id: 'code', type: 'code', valeu: 'return 1' } },
      retry: { enabled: true, maxTrys: 5 },
      whatever: 1,
    });
    const edges = [{ id: 'e', source: 'a', target: 'a', sourcehandle: 'error' }];
    const { dropped = [] } = parseDocument({ state: { ...aState([block]), edges, edgez: [] } });
    expect(dropped.map(({ blockId, edgeId, field }) => [blockId ?? edgeId, field])).toEqual([
      [undefined, 'edgez'],
      ['a', 'subBlocks.code.valeu'],
      ['a', 'retry.maxTrys'],
      ['e', 'sourcehandle'],
    ]);
    expect(dropped[0]).toEqual({
      field: 'edgez',
      message: 'edgez is not a known member and was not kept. Did you mean edges?',
      code: 'unknown_field',
    });
  });

  it('is read without a warning when other editors keep these members for themselves', () => {
    const edges = [{ id: 'e', source: 'a', target: 'a', type: 'workflowEdge', animated: true, data: {} }];
    const state = { ...aState([aBlock('a')]), edges, lastSaved: 1, dragStartPosition: null };
    for (const form of [{ state }, { version: '1.0', exportedAt: 'now', workflow: {}, ...state }]) {
      expect(parseDocument(form).dropped).toEqual([]);
    }
  });

  it('has at most 100 warnings', () => {
    const members = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`m${index}`, 1]));
    expect(parseDocument({ ...aState([aBlock('a')]), ...members }).dropped).toHaveLength(100);
  });
});

describe('a document that cannot be read', () => {
  it.each([
    ['text that is not JSON', '{'],
    ['JSON nested too deep', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['a value nested too deep', oneBlock({ x: JSON.parse(`${'['.repeat(101)}${']'.repeat(101)}`) as never })],
    ['a NUL character', oneBlock({ name: 'a\0b' })],
    ['an unpaired surrogate in a key', oneBlock({ '\ud800': 1 })],
    ['a key that names the prototype', '{"blocks":{},"edges":[],"metadata":{"__proto__":{"polluted":true}}}'],
  ])('is refused: %s', (_what, raw) => {
    expect(codesOf(raw)).toHaveLength(1);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it.each([[null], [[]], [5], [{ data: 5 }], [{ state: null }], [{ state: [] }]])('is rejected when it is not an object: %j', (raw) => {
    expect(codesOf(raw)).toEqual(['wrong_type']);
  });

  it('is rejected when its format version is unknown', () => {
    expect(codesOf({ version: '2.0', state: oneBlock({}) })).toEqual(['unsupported_version']);
    expect(codesOf({ version: '1.0', state: oneBlock({}) })).toEqual([]);
  });

  it('is rejected without blocks and edges', () => {
    expect(parseDocument({ state: {} }).problems).toEqual([
      { field: 'blocks', message: 'blocks must be an object', code: 'required', path: ['state', 'blocks'] },
      { field: 'edges', message: 'edges must be a list', code: 'required', path: ['state', 'edges'] },
    ]);
  });

  it('gives edges without an id the first free ones', () => {
    const edges = [
      { source: 'a', target: 'b' },
      { id: 'e1', source: 'a', target: 'c' },
      { id: null, source: 'b', target: 'c' },
    ];
    const read = readDocument({ ...aState([aBlock('a'), aBlock('b'), aBlock('c')]), edges });
    expect(read.edges.map(({ id }) => id)).toEqual(['e2', 'e1', 'e3']);
    expect(readDocument(read)).toEqual(read);
  });

  it('reports every fault with its block or edge and field', () => {
    const raw = {
      blocks: {
        a: { id: 'b', name: 'First', position: { x: '1' } },
        c: 5,
        d: { id: 'd', type: 'function', enabled: 'yes', subBlocks: { code: 5 }, data: { parentId: 7 } },
      },
      edges: [{ id: '', source: 'a', target: '' }, 7],
      variables: { v: { type: 'date' } },
    };
    expect(parseDocument(raw).problems?.map(({ blockId, field, code }) => [blockId, field, code])).toEqual([
      ['a', 'id', 'id_mismatch'],
      ['a', 'type', 'required'],
      ['a', 'position.x', 'wrong_type'],
      ['c', undefined, 'wrong_type'],
      ['d', 'subBlocks.code', 'wrong_type'],
      ['d', 'enabled', 'wrong_type'],
      ['d', 'data.parentId', 'wrong_type'],
      [undefined, 'id', 'invalid_id'],
      [undefined, 'target', 'invalid_id'],
      [undefined, 'edges[1]', 'wrong_type'],
      [undefined, 'variables.v.type', 'wrong_type'],
      [undefined, 'variables.v.name', 'required'],
    ]);
    expect(parseDocument({ data: { state: raw } }).problems?.map(({ path }) => path.join('.'))).toEqual(
      [
        'blocks.a.id',
        'blocks.a.type',
        'blocks.a.position.x',
        'blocks.c',
        'blocks.d.subBlocks.code',
        'blocks.d.enabled',
        'blocks.d.data.parentId',
        'edges.0.id',
        'edges.0.target',
        'edges.1',
        'variables.v.type',
        'variables.v.name',
      ].map((path) => `data.state.${path}`),
    );
    expect(parseDocument(raw).problems?.[0]?.message).toBe('Block "First": id must be the key of the block, "a"');
  });

  it.each(['__proto__', 'constructor', 'prototype', '', 'x'.repeat(201)])('is rejected when the id of a block is %j', (id) => {
    expect(codesOf(JSON.stringify({ blocks: Object.fromEntries([[id, aBlock(id)]]), edges: [] }))).toHaveLength(1);
  });

  it('is rejected with too many blocks or edges, with one message each', () => {
    const blocks = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`b${index}`, 5]));
    const edges = Array.from({ length: 10_001 }, () => 5);
    expect(parseDocument({ blocks, edges }).problems?.map(({ message }) => message)).toEqual([
      'blocks must have at most 2000 entries, not 2001',
      'edges must have at most 10000 entries, not 10001',
    ]);
  });

  it('reports at most a thousand faults', () => {
    const subBlocks = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 5]));
    expect(codesOf(oneBlock({ subBlocks }))).toHaveLength(1_000);
  });
});
