import { describe, expect, it } from '@jest/globals';
import { aBlock, aState, readDocument } from '../../../../test/support/workflow-documents.js';
import { startCandidates, type RunKind } from './start-block.js';

const everyTrigger = ['schedule', 'starter', 'chat_trigger', 'manual_trigger', 'input_trigger', 'api_trigger', 'start_trigger'];

function startsWith(kind: RunKind, ...types: string[]): readonly string[] {
  return startCandidates(readDocument(aState(types.map((type) => aBlock(type, type)))), kind).map(({ id }) => id);
}

describe('where a run starts', () => {
  it.each([
    ['api', ['start_trigger', 'api_trigger', 'input_trigger', 'starter']],
    ['manual', ['start_trigger', 'api_trigger', 'input_trigger', 'manual_trigger', 'starter', 'schedule']],
    ['chat', ['start_trigger', 'chat_trigger', 'starter']],
    ['child', ['start_trigger', 'input_trigger', 'starter']],
  ] as const)('is searched in order for runs of kind %s', (kind, order) => {
    const found: string[] = [];
    let left = everyTrigger;
    for (let start = startsWith(kind, ...left)[0]; start !== undefined; start = startsWith(kind, ...left)[0]) {
      found.push(start);
      left = left.filter((type) => type !== start).filter((type) => kind !== 'manual' || type !== 'chat_trigger');
    }
    expect(found).toEqual(order);
  });

  it('is ambiguous when there are two of a type', () => {
    const document = readDocument(aState([aBlock('a', 'start_trigger'), aBlock('b', 'start_trigger'), aBlock('c', 'starter')]));
    expect(startCandidates(document, 'child').map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('is never a disabled trigger or one inside a container', () => {
    const blocks = [
      aBlock('off', 'start_trigger', { enabled: false }),
      aBlock('L', 'loop'),
      aBlock('in', 'start_trigger', { data: { parentId: 'L' } }),
      aBlock('s', 'starter'),
    ];
    expect(startCandidates(readDocument(aState(blocks)), 'api').map(({ id }) => id)).toEqual(['s']);
  });
});
