import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { aBlock, aState, readDocument } from '../../test/support/workflow-documents.js';

const container = (type: 'loop' | 'parallel', data: JsonObject): unknown => {
  const { loops, parallels } = readDocument(aState([aBlock('C', type, { data })]));
  return { ...loops, ...parallels }['C'];
};

describe('the derived maps of containers', () => {
  it('contain direct children only', () => {
    const blocks = [
      aBlock('outer', 'loop'),
      aBlock('inner', 'loop', { data: { parentId: 'outer' } }),
      aBlock('leaf', 'function', { data: { parentId: 'inner' } }),
    ];
    const { loops } = readDocument(aState(blocks));
    expect(loops).toMatchObject({ outer: { nodes: ['inner'] }, inner: { nodes: ['leaf'] } });
  });

  it.each([[undefined], [0], [null], ['3']])('default to five iterations of a loop with the count %j', (count) => {
    expect(container('loop', count === undefined ? {} : { count })).toMatchObject({ loopType: 'for', iterations: 5 });
  });

  it('contain the condition and the collection of a loop only if it has them', () => {
    expect(container('loop', { loopType: 'while', whileCondition: 'true', count: 2.9 })).toEqual({
      id: 'C',
      nodes: [],
      iterations: 2,
      loopType: 'while',
      whileCondition: 'true',
      enabled: true,
    });
  });

  it('infer the type of a parallel from its collection unless it is given', () => {
    expect(container('parallel', {})).toMatchObject({ parallelType: 'count', distribution: '' });
    expect(container('parallel', { collection: [1] })).toMatchObject({ parallelType: 'collection', distribution: [1] });
    expect(container('parallel', { collection: [1], parallelType: 'count' })).toMatchObject({ parallelType: 'count' });
  });

  it.each([
    [undefined, 20],
    [0, 20],
    [-4, 1],
    [7.5, 7],
    [99, 20],
  ])('change a batch size of %j to %j', (batchSize, expected) => {
    expect(container('parallel', batchSize === undefined ? {} : { batchSize })).toMatchObject({ batchSize: expected });
  });
});
