import type { Json } from '#kernel/json.js';
import { defineBlock } from '../../define-block.js';
import { collection, countIn, defaultCount, itemsOf } from '../../fields/collection.js';
import { choice, writtenNumber } from '../../fields/kinds.js';
import { anything } from '../../fields/schema.js';

const mostAtOnce = 20;
/** The least and the most branches that run at the same time; 0 counts as none written. */
export const branchBounds = [0, mostAtOnce] as const;
const mostBranches = 1_000;

/** Runs the blocks inside it in several branches at the same time. */
export const parallelBlock = defineBlock({
  type: 'parallel',
  name: 'Parallel',
  description: 'Goes through the blocks inside it in several branches beside each other.',
  category: 'control',
  fields: {
    parallelType: choice(
      'How many branches there are: `count` a number of them, `collection` one for each item.',
      ['count', 'collection'],
      { default: 'count' },
    ).written(),
    count: writtenNumber('How many branches. Empty or 0: 5.', {
      type: 'number',
      minimum: 0,
      default: defaultCount,
      'x-when': { parallelType: ['count'] },
    }).as(countIn),
    collection: collection(
      'A list such as `<start.orders>`: one branch for each item. The items of an object are `[key, value]`.',
      { 'x-when': { parallelType: ['collection'] } },
      mostBranches,
    ),
    batchSize: writtenNumber('How many branches run at the same time, at most 20. The next one begins as soon as one has ended.', {
      type: 'number',
      default: mostAtOnce,
    }).as(branchesAtOnce),
  },
  outputs: { results: anything('A list for each branch, by its index: the outputs of the blocks directly inside, as they ended.') },
  handles: ['parallel-start-source', 'parallel-end-source', 'error'],
  enter: (values) => {
    const { parallelType, batchSize: atOnce } = values;
    const none = { items: null, atOnce, asksFirst: false };
    if (parallelType === 'count') return { ...none, count: values.count };
    const found = values.collection;
    // Older documents have no type: they count when they have no collection.
    if (found === null && (parallelType ?? null) === null) return { ...none, count: values.count };
    const items = itemsOf(found);
    return { ...none, count: items.length, items };
  },
});

function branchesAtOnce(written: Json | undefined): number {
  return typeof written === 'number' && written !== 0 ? Math.min(mostAtOnce, Math.max(1, Math.floor(written))) : mostAtOnce;
}
