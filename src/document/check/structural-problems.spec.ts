import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { aBlock, anEdge, aState, readDocument, workflowFixture } from '../../../test/support/workflow-documents.js';
import type { DocumentProblem } from '../document.js';
import { structuralProblems } from './structural-problems.js';

function problemsOf(blocks: readonly JsonObject[], edges: readonly JsonObject[] = []): readonly DocumentProblem[] {
  return structuralProblems(readDocument(aState(blocks, edges)));
}

const codesOf = (...args: Parameters<typeof problemsOf>): readonly string[] => problemsOf(...args).map(({ code }) => code);
const named = (...names: string[]): JsonObject[] => names.map((name, index) => aBlock(`b${index}`, 'function', { name }));
const inside = (parentId: string): JsonObject => ({ data: { parentId } });
const nested = (depth: number): readonly JsonObject[] => [
  aBlock('c0', 'loop'),
  ...Array.from({ length: depth }, (_, index) => aBlock(`c${index + 1}`, 'loop', inside(`c${index}`))),
];

describe('the structure of a document', () => {
  it.each(['fee-gate', 'orders-with-two-reviewers'] as const)('has no problem in %s', (name) => {
    expect(structuralProblems(readDocument(workflowFixture(name)))).toEqual([]);
  });

  it('may contain nested containers', () => {
    const blocks = [aBlock('L', 'loop'), aBlock('P', 'parallel', inside('L')), aBlock('a', 'function', inside('P'))];
    expect(codesOf(blocks, [anEdge('L', 'P'), anEdge('P', 'a'), anEdge('a', 'P')])).toEqual([]);
  });
});

describe('connections', () => {
  it('name the end of an edge that does not exist, even when it is called like something every object has', () => {
    expect(problemsOf([aBlock('a')], [anEdge('a', 'toString')])).toEqual([
      {
        edgeId: 'a>toString',
        field: 'target',
        message: 'Edge "a>toString" has a target that does not exist: block "toString"',
        code: 'dangling_edge',
      },
    ]);
    expect(codesOf([], [anEdge('x', 'y')])).toEqual(['dangling_edge', 'dangling_edge']);
  });

  it('refuse an edge from a block to itself', () => {
    expect(codesOf([aBlock('a')], [anEdge('a', 'a')])).toEqual(['self_edge']);
  });

  it('reject duplicate edges, with empty handles as the default', () => {
    const twice = [anEdge('a', 'b'), { ...anEdge('a', 'b'), id: 'again', sourceHandle: null }];
    expect(problemsOf([aBlock('a'), aBlock('b')], twice)).toMatchObject([{ edgeId: 'again', code: 'duplicate_edge' }]);
    expect(codesOf([aBlock('a'), aBlock('b')], [anEdge('a', 'b'), { ...anEdge('a.error', 'b'), id: 'other' }])).toEqual([]);
  });

  it('reject two edges with the same id', () => {
    expect(codesOf([aBlock('a'), aBlock('b')], [anEdge('a', 'b'), { ...anEdge('a.error', 'b'), id: 'a>b' }])).toEqual([
      'duplicate_edge_id',
    ]);
  });

  it('reject edges of notes', () => {
    expect(codesOf([aBlock('a'), aBlock('n', 'note')], [anEdge('a', 'n'), anEdge('n', 'a')])).toContain('note_connected');
  });

  it.each([aBlock('t', 'start_trigger'), aBlock('t', 'schedule'), aBlock('t', 'mail', { triggerMode: true })])(
    'reject an edge that leads to a trigger ($type)',
    (trigger) => {
      expect(codesOf([aBlock('a'), trigger], [anEdge('a', 't')])).toEqual(['trigger_target']);
    },
  );

  it('reject an edge across the border of a container, in, out and between', () => {
    const blocks = [
      aBlock('L', 'loop'),
      aBlock('inL', 'function', inside('L')),
      aBlock('P', 'parallel'),
      aBlock('inP', 'function', inside('P')),
      aBlock('out'),
    ];
    for (const edge of [anEdge('out', 'inL'), anEdge('inL', 'out'), anEdge('inL', 'inP'), anEdge('L', 'inP')]) {
      expect(codesOf(blocks, [edge])).toEqual(['crosses_container']);
    }
  });
});

describe('circles', () => {
  it('are reported with the names of their blocks in order', () => {
    const blocks = ['a', 'b', 'c', 'd'].map((id) => aBlock(id, 'function', { name: `Block ${id.toUpperCase()}` }));
    const edges = [anEdge('a', 'b'), anEdge('b', 'c'), anEdge('c', 'b'), anEdge('c', 'd')];
    const [problem, ...others] = problemsOf(blocks, edges);
    expect(others).toEqual([]);
    expect(problem?.code).toBe('cycle');
    expect(problem?.message).toMatch(/cycle: ("Block B" → "Block C" → "Block B"|"Block C" → "Block B" → "Block C")$/);
  });

  it('follow the direction of the edges', () => {
    const message = problemsOf([aBlock('a'), aBlock('b'), aBlock('c')], [anEdge('a', 'b'), anEdge('b', 'c'), anEdge('c', 'a')])[0]?.message;
    expect('"a" → "b" → "c" → "a" → "b" → "c"').toContain(message?.split('cycle: ')[1] ?? 'nothing');
  });

  it('are all found, also inside containers', () => {
    const blocks = [
      aBlock('a'),
      aBlock('b'),
      aBlock('L', 'loop'),
      aBlock('x', 'function', inside('L')),
      aBlock('y', 'function', inside('L')),
    ];
    const edges = [anEdge('a', 'b'), anEdge('b', 'a'), anEdge('x', 'y'), anEdge('y', 'x')];
    expect(codesOf(blocks, edges)).toEqual(['cycle', 'cycle']);
  });

  it('are not seen where ways only part and meet again', () => {
    const edges = [anEdge('a', 'b'), anEdge('a', 'c'), anEdge('b', 'd'), anEdge('c', 'd')];
    expect(
      codesOf(
        ['a', 'b', 'c', 'd'].map((id) => aBlock(id)),
        edges,
      ),
    ).toEqual([]);
  });
});

describe('names', () => {
  it('are compared as references see them', () => {
    expect(problemsOf(named('Work Out.Fee', 'workoutfee'))).toEqual([
      {
        blockId: 'b1',
        field: 'name',
        message: 'Block "workoutfee" has the same reference name as block "Work Out.Fee": "workoutfee"',
        code: 'duplicate_name',
      },
    ]);
  });

  it('may not be empty or reserved in references', () => {
    expect(codesOf(named(' . ', 'Loop'))).toEqual(['empty_name', 'reserved_name']);
  });

  it('are shortened in messages', () => {
    const long = 'n'.repeat(1_000_000);
    expect(problemsOf(named(long, long)).every(({ message }) => message.length < 300)).toBe(true);
  });
});

describe('nesting', () => {
  it('needs an existing container', () => {
    expect(problemsOf([aBlock('a', 'function', inside('gone'))])).toMatchObject([
      { blockId: 'a', field: 'data.parentId', code: 'unknown_parent' },
    ]);
    expect(codesOf([aBlock('f'), aBlock('a', 'function', inside('f'))])).toEqual(['unknown_parent']);
  });

  it('cannot form a cycle', () => {
    expect(codesOf([aBlock('a', 'loop', inside('b')), aBlock('b', 'loop', inside('a'))])).toEqual(['nested_in_itself', 'nested_in_itself']);
  });

  it('is limited to ten containers', () => {
    expect(codesOf(nested(10))).toEqual([]);
    expect(codesOf(nested(11))).toEqual(['nested_too_deep']);
  });
});

it('finds the cycles of the largest document with any connections', () => {
  const blocks = Array.from({ length: 2_000 }, (_, index) => aBlock(`b${index}`));
  const edges = Array.from({ length: 10_000 }, (_, index) => ({
    ...anEdge(`b${index % 2_000}`, `b${(index * 7 + 1) % 2_000}`),
    id: `e${index}`,
    sourceHandle: `h${index}`,
  }));
  const pairs = Array.from({ length: 1_000 }, (_, index) => [
    anEdge(`b${2 * index}`, `b${2 * index + 1}`),
    anEdge(`b${2 * index + 1}`, `b${2 * index}`),
  ]);
  expect(codesOf(blocks, edges)).toContain('cycle');
  expect(codesOf(blocks, pairs.flat())).toHaveLength(1_000);
});
