import { describe, expect, it } from '@jest/globals';
import { aBlock, aDocument, edges, feeGate } from '../../../test/support/engine/documents.js';
import { compile } from './compile.js';
import type { Plan, Region } from './plan.js';

const ids = (region: Region | null | undefined): readonly string[] => region?.nodes.map(({ block }) => block.id) ?? [];

/** Links of a region as `a > b (handles)`, inputs in front. */
const links = ({ nodes }: Region): readonly string[] =>
  nodes.flatMap((node) =>
    node.links.map(({ target, handles }) => `${node.block.id} > ${nodes[target]?.block.id ?? '?'} (${handles.join(', ')})`),
  );

const planOf = (...document: Parameters<typeof aDocument>): Plan => compile(aDocument(...document), 'api');

describe('the start of a plan', () => {
  const starts = ['manual_trigger', 'starter', 'input_trigger', 'api_trigger', 'start_trigger', 'chat_trigger'].map((type) =>
    aBlock(type, type),
  );
  const without = (...types: readonly string[]) => aDocument(starts.filter(({ id }) => !types.includes(id)));

  it('is the one that the kind of run prefers', () => {
    expect(compile(without(), 'api').start.id).toBe('start_trigger');
    expect(compile(without('start_trigger'), 'api').start.id).toBe('api_trigger');
    expect(compile(without('start_trigger', 'api_trigger'), 'api').start.id).toBe('input_trigger');
    expect(compile(without('start_trigger', 'api_trigger', 'input_trigger'), 'api').start.id).toBe('starter');
    expect(compile(without('start_trigger'), 'chat').start.id).toBe('chat_trigger');
  });

  it('is never a disabled block or one inside a container', () => {
    const document = aDocument([
      aBlock('off', 'start_trigger', {}, { enabled: false }),
      aBlock('loop', 'loop'),
      aBlock('in', 'start_trigger', {}, { data: { parentId: 'loop' } }),
      aBlock('old', 'starter'),
    ]);
    expect(compile(document, 'api').start.id).toBe('old');
  });

  it('may be named', () => {
    expect(compile(without(), 'webhook', 'manual_trigger').start.id).toBe('manual_trigger');
  });

  it.each([
    ['api', aDocument([aBlock('m', 'manual_trigger')])],
    ['webhook', aDocument([aBlock('s', 'start_trigger')])],
  ] as const)('is missing for a run by %s', (trigger, document) => {
    expect(() => compile(document, trigger)).toThrow(`no enabled start block for a run by ${trigger}`);
  });
});

describe('what a plan holds', () => {
  it('is what the start reaches over enabled blocks', () => {
    const { root } = planOf(
      [
        aBlock('s', 'start_trigger'),
        aBlock('a', 'x'),
        aBlock('off', 'x', {}, { enabled: false }),
        aBlock('behind', 'x'),
        aBlock('stray', 'x'),
        aBlock('note', 'note'),
        aBlock('join', 'x'),
      ],
      edges('s > a', 's > off', 'off > behind', 'off > join', 'a > join', 'stray > join', 'a > note', 'join > s'),
    );
    expect(ids(root)).toEqual(['s', 'a', 'join']);
    expect(links(root)).toEqual(['s > a (source)', 'a > join (source)']);
    expect(root.nodes.map(({ inputs }) => inputs)).toEqual([0, 1, 1]);
  });

  it('counts several edges between two blocks as one link', () => {
    const { root } = planOf([aBlock('s', 'start_trigger'), aBlock('a', 'x')], edges('s:condition-1 > a', 's:condition-2 > a'));
    expect(links(root)).toEqual(['s > a (condition-1, condition-2)']);
    expect(root.nodes[1]?.inputs).toBe(1);
  });

  it('has a region for each container, also inside one another', () => {
    const within = (parentId: string) => ({ data: { parentId } });
    const { root, blocks } = planOf(
      [
        aBlock('s', 'start_trigger'),
        aBlock('outer', 'loop'),
        aBlock('first', 'x', {}, within('outer')),
        aBlock('inner', 'parallel', {}, within('outer')),
        aBlock('deep', 'x', {}, within('inner')),
        aBlock('unlinked', 'x', {}, within('inner')),
        aBlock('after', 'x'),
      ],
      edges(
        's > outer',
        'outer:loop-start-source > first',
        'first > inner',
        'inner:parallel-start-source > deep',
        'outer:loop-end-source > after',
        'deep > after',
        's > deep',
      ),
    );
    const outer = blocks.get('outer')?.inner;
    const inner = blocks.get('inner')?.inner;
    expect(ids(root)).toEqual(['s', 'outer', 'after']);
    expect(links(root)).toEqual(['s > outer (source)', 'outer > after (loop-end-source)']);
    expect([outer?.kind, ids(outer), inner?.kind, ids(inner)]).toEqual(['loop', ['first', 'inner'], 'parallel', ['deep']]);
    expect(inner?.parent).toBe(outer);
    expect(outer?.parent).toBe(root);
  });

  it.each([
    ['agent', 'agent'],
    ['router_v2', 'agent'],
    ['workflow', 'call'],
    ['function', 'work'],
  ])('knows that a block of type %s is of kind %s', (type, kind) => {
    expect(planOf([aBlock('s', 'start_trigger'), aBlock('a', type)], edges('s > a')).blocks.get('a')?.kind).toBe(kind);
  });

  it('keeps what a block needs to run', () => {
    const retry = { enabled: true, maxTries: 9, waitBetweenTriesMs: -1 };
    const { blocks } = planOf(
      [
        aBlock('s', 'start_trigger', { inputFormat: [] }, { outputs: { input: 'any' }, retry }),
        aBlock('a', 'x', { code: '1' }, { name: 'My A.', outputs: { r: 'any' }, retry }),
        aBlock('b', 'y'),
        aBlock('h', 'human_in_the_loop', {}, { outputs: { url: 'any' } }),
      ],
      edges('s > a', 'a:error > b', 'b > h'),
    );
    expect(blocks.get('a')).toMatchObject({
      name: 'My A.',
      referenceName: 'mya',
      params: { code: '1' },
      outputs: { r: 'any' },
      retry: { maxTries: 5, waitMs: 0 },
      hasErrorEdge: true,
      targets: [{ handle: 'error', blockId: 'b', blockType: 'y', blockTitle: 'b' }],
    });
    expect(blocks.get('s')).toMatchObject({ outputs: null, retry: null, hasErrorEdge: false });
    expect(blocks.get('b')).toMatchObject({ outputs: null, retry: null, targets: [{ blockId: 'h' }] });
    expect(blocks.get('h')).toMatchObject({ outputs: null });
  });
});

describe('the names that a plan knows', () => {
  it('are those of all blocks, also of such that cannot run', () => {
    const { names } = planOf([
      aBlock('s', 'start_trigger', {}, { name: 'Start' }),
      aBlock('a', 'x', {}, { name: 'Not Here', enabled: false }),
    ]);
    expect(Object.fromEntries(names)).toEqual({ start: 's', nothere: 'a' });
  });

  it('belong to the block without dots when two differ in dots alone', () => {
    const { names } = planOf([
      aBlock('s', 'start_trigger'),
      aBlock('a', 'x', {}, { name: 'Step 1' }),
      aBlock('b', 'x', {}, { name: 'Step.1' }),
    ]);
    expect(names.get('step1')).toBe('a');
  });

  it('count in templates, with variables and the containers around', () => {
    const { root, blocks } = planOf(
      [aBlock('s', 'start_trigger'), aBlock('loop', 'loop'), aBlock('in', 'x', {}, { data: { parentId: 'loop' } })],
      edges('s > loop', 'loop:loop-start-source > in'),
      [{ id: 'v', name: 'My Rate', type: 'number', value: '5' }],
    );
    const text = '<s.a> <variable.myrate> <variable.other> <variable> <loop.index> <parallel.index> <parallel> <missing.x>';
    const kept = (region: Region | undefined) =>
      region?.sources
        .template(text)
        .filter((part) => typeof part !== 'string')
        .map((part) => part.raw);
    expect(kept(root)).toEqual(['<s.a>', '<variable.myrate>', '<loop.index>', '<parallel.index>']);
    expect(kept(blocks.get('in')?.region)).toEqual(['<s.a>', '<variable.myrate>', '<loop.index>', '<parallel.index>']);
  });

  it('give variables their declared types', () => {
    const { variables } = planOf(
      [aBlock('s', 'start_trigger')],
      [],
      [
        { id: '1', name: 'My Rate', type: 'number', value: '5' },
        { id: '2', name: 'list', type: 'array', value: '[1]' },
        { id: '3', name: 'zip', type: 'string', value: '01234' },
        { id: '4', name: 'plain', type: 'plain', value: '5' },
      ],
    );
    expect(Object.fromEntries(variables)).toEqual({ myrate: 5, list: [1], zip: '01234', plain: '5' });
  });
});

it('compiles the fee gate', () => {
  const { start, root } = compile(feeGate(), 'api');
  expect(start.id).toBe('b-start');
  expect(links(root)).toEqual([
    'b-start > b-fee (source)',
    'b-fee > b-cond (source)',
    'b-cond > b-big (condition-b-cond-if)',
    'b-cond > b-ok (condition-b-cond-else)',
  ]);
});
