import { describe, expect, it } from '@jest/globals';
import { atOnce } from '#host/loop/turn.js';
import type { JsonObject } from '#kernel/json.js';
import { aBlock, anEdge, aState, readDocument, workflowFixture } from '../../../test/support/workflow-documents.js';
import type { BlockCatalogue } from '../block-catalogue.js';
import { blockProblem } from './block-problem.js';
import { deploySteps } from './deploy-problems.js';
import type { DocumentProblem } from '../document.js';
import { validateDocument } from './validate-document.js';

const known = new Set([
  'start_trigger',
  'api_trigger',
  'starter',
  'schedule',
  'manual_trigger',
  'function',
  'condition',
  'response',
  'human_in_the_loop',
]);
const catalogue: BlockCatalogue = {
  knows: (type) => known.has(type),
  check: (block) =>
    block.type === 'function' && block.subBlocks['code']?.value === 'bad' ? [blockProblem(block, 'has bad code', 'bad', 'code')] : [],
};

const start = aBlock('start', 'start_trigger');
const off = { enabled: false };

function problemsOf(blocks: readonly JsonObject[], edges: readonly JsonObject[] = []): readonly DocumentProblem[] {
  return atOnce(deploySteps(readDocument(aState(blocks, edges)), catalogue));
}

const codesOf = (...args: Parameters<typeof problemsOf>): readonly string[] => problemsOf(...args).map(({ code }) => code);

describe('deploying a document', () => {
  it.each(['L[0]/x', 'call()', 'a#0.1', 'L(0)~x', 'a!'])('finds an id that could be the name of a node of a run: %s', (id) => {
    expect(problemsOf([start, aBlock(id)], [anEdge('start', id)])).toMatchObject([{ blockId: id, field: 'id', code: 'invalid_id' }]);
  });

  it.each(['fee-gate', 'orders-with-two-reviewers'] as const)('finds no problem in %s', (name) => {
    expect(atOnce(validateDocument(readDocument(workflowFixture(name)), catalogue))).toEqual([]);
  });

  it('reports every block of an unknown type', () => {
    expect(problemsOf([start, aBlock('x', 'quantum', { name: 'Leap' }), aBlock('y', 'constructor')])).toEqual([
      {
        blockId: 'x',
        field: 'type',
        message: 'Block "Leap" has the type "quantum", which this server does not support',
        code: 'unknown_block_type',
      },
      expect.objectContaining({ blockId: 'y', code: 'unknown_block_type' }),
    ]);
  });

  it('reports the problems that the catalogue finds in the fields of blocks', () => {
    expect(codesOf([start, aBlock('f', 'function', { subBlocks: { code: { value: 'bad' } } })])).toEqual(['bad']);
  });

  it('ignores blocks that are disabled, themselves or by their container', () => {
    const blocks = [start, aBlock('x', 'quantum', off), aBlock('L', 'loop', off), aBlock('y', 'quantum', { data: { parentId: 'L' } })];
    expect(codesOf(blocks)).toEqual([]);
  });

  it('includes the structural problems', () => {
    const document = readDocument(aState([aBlock('a', 'quantum')], [anEdge('a', 'a')]));
    expect(atOnce(validateDocument(document, catalogue)).map(({ code }) => code)).toEqual(['self_edge', 'no_start', 'unknown_block_type']);
  });
});

describe('the start', () => {
  it.each([
    ['no block at all', []],
    ['no trigger', [aBlock('f')]],
    ['a disabled one', [aBlock('s', 'start_trigger', off)]],
    ['one inside a container', [aBlock('L', 'loop', off), aBlock('s', 'start_trigger', { data: { parentId: 'L' } })]],
    ['one that only a person can use', [aBlock('m', 'manual_trigger')]],
  ])('is missing with %s', (_what, blocks) => {
    expect(codesOf(blocks)).toEqual(['no_start']);
  });

  it.each(['start_trigger', 'api_trigger', 'starter', 'schedule'])('may be %s', (type) => {
    expect(codesOf([aBlock('s', type)])).toEqual([]);
  });

  it('is one: a second is named', () => {
    expect(problemsOf([start, aBlock('again', 'start_trigger')])).toMatchObject([{ blockId: 'again', code: 'several_starts' }]);
    expect(codesOf([start, aBlock('again', 'start_trigger', off)])).toEqual([]);
    expect(codesOf([aBlock('a', 'api_trigger'), aBlock('b', 'api_trigger')])).toEqual(['several_starts']);
    expect(codesOf([aBlock('a', 'api_trigger'), aBlock('old', 'starter')])).toEqual([]);
  });

  it('excludes older single-purpose starts, but not triggers by external systems', () => {
    expect(problemsOf([start, aBlock('old', 'api_trigger')])).toMatchObject([{ blockId: 'old', code: 'mixed_starts' }]);
    expect(codesOf([start, aBlock('s1', 'schedule'), aBlock('s2', 'schedule')])).toEqual([]);
  });
});

describe('branches', () => {
  const check = aBlock('check', 'condition', {
    subBlocks: { conditions: { type: 'condition-input', value: [{ id: 'check-if', title: 'if', value: 'true' }] } },
  });

  it('lead on through handles that name one of them', () => {
    const edges = [anEdge('check.condition-check-if', 'f'), anEdge('check.condition-check-else', 'f')];
    expect(problemsOf([start, check, aBlock('f')], edges)).toEqual([
      {
        blockId: 'check',
        edgeId: 'check.condition-check-else>f',
        field: 'sourceHandle',
        message: 'Block "check" has no branch for handle "condition-check-else" of edge "check.condition-check-else>f"',
        code: 'unknown_branch',
      },
    ]);
  });

  it('do not exist when the list is unreadable or the block has no branches', () => {
    const broken = aBlock('check', 'condition', { subBlocks: { conditions: { value: '[{' } } });
    expect(codesOf([start, broken, aBlock('f')], [anEdge('check.condition-check-if', 'f')])).toEqual(['unknown_branch']);
    expect(codesOf([start, aBlock('f'), aBlock('g')], [anEdge('f.condition-f-if', 'g')])).toEqual(['unknown_branch']);
  });
});

describe('containers', () => {
  const child = aBlock('in', 'function', { data: { parentId: 'C' } });
  const dataProblems = (type: string, data: JsonObject): readonly (readonly (string | undefined)[])[] =>
    problemsOf([start, aBlock('C', type, { data }), child], [anEdge('C', 'in')]).map(({ field, code }) => [field, code]);

  it('must lead to an enabled block inside them', () => {
    expect(codesOf([start, aBlock('C', 'loop'), child])).toEqual(['container_without_start']);
    expect(codesOf([start, aBlock('C', 'loop'), { ...child, ...off }], [anEdge('C', 'in')])).toEqual(['container_without_start']);
    expect(codesOf([start, aBlock('C', 'loop'), child], [anEdge('C', 'in')])).toEqual([]);
  });

  it('say what is to be done if they are empty, have only disabled blocks, or do not lead to one', () => {
    const messages = [[], [{ ...child, ...off }], [child]].map((inner) => problemsOf([start, aBlock('C', 'loop'), ...inner])[0]?.message);
    expect(messages).toEqual([
      'Block "C" is empty: add a block inside it',
      'Block "C" has only disabled blocks inside it: enable one of them',
      'Block "C" leads to no enabled block inside it: connect its start (handle loop-start-source) with one of them',
    ]);
  });

  it('lead inside and onwards through their own handles', () => {
    const edges = [anEdge('C', 'in'), anEdge('C.loop-start-source', 'f'), anEdge('C.error', 'f')];
    expect(problemsOf([start, aBlock('C', 'loop'), child, aBlock('f')], edges)).toMatchObject([
      { blockId: 'C', edgeId: 'C.loop-start-source>f', code: 'wrong_handle' },
    ]);
  });

  it.each([
    ['loop', { loopType: 'until' }, 'data.loopType', 'invalid_field'],
    ['parallel', { parallelType: 'all' }, 'data.parallelType', 'invalid_field'],
    ['loop', { count: '5' }, 'data.count', 'invalid_field'],
    ['loop', { count: -1 }, 'data.count', 'invalid_field'],
    ['loop', { loopType: 'forEach' }, 'data.collection', 'required'],
    ['loop', { loopType: 'forEach', collection: '' }, 'data.collection', 'required'],
    ['parallel', { parallelType: 'collection' }, 'data.collection', 'required'],
    ['parallel', { count: 100_000 }, 'data.count', 'too_many_branches'],
    ['parallel', { collection: Array.from({ length: 1_001 }, () => 0) }, 'data.collection', 'too_many_branches'],
    ['parallel', { collection: JSON.stringify(Array.from({ length: 1_001 }, () => 0)) }, 'data.collection', 'too_many_branches'],
  ])('are rejected when a %s has %j', (type, data, field, code) => {
    expect(dataProblems(type, data)).toEqual([[field, code]]);
  });

  it.each([
    ['loop', {}],
    ['loop', { count: 100_000 }],
    ['loop', { loopType: 'forEach', collection: '<start.items>' }],
    ['parallel', { parallelType: 'collection', collection: '<start.items>', count: 100_000 }],
    ['parallel', { count: 1_000 }],
  ])('are accepted when a %s has %j', (type, data) => {
    expect(dataProblems(type, data)).toEqual([]);
  });
});
