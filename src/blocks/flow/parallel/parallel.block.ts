import type { Json } from '#kernel/json.js';
import { countIn, isWritten, itemsIn } from '../../fields/collection.js';
import type { PublishedBlock } from '../../palette.js';
import { mostAtOnce, parallelPalette } from './parallel-palette.js';

const mostBranches = 1_000;

/** Goes through the blocks inside it in several branches beside each other. Its fields have been checked when the workflow was deployed. */
export const parallelBlock: PublishedBlock = {
  type: 'parallel',
  palette: parallelPalette,
  check: () => [],
  enter: ({ data }, { inputs }) => {
    const atOnce = batchSize(data['batchSize']);
    // Older documents do not say the type: a collection speaks for itself.
    const type = data['parallelType'] ?? (isWritten(data['collection']) ? 'collection' : 'count');
    if (type === 'count') return { count: countIn(data['count']), items: null, atOnce, asksFirst: false };
    const items = itemsIn(data['collection'], inputs, mostBranches);
    return { count: items.length, items, atOnce, asksFirst: false };
  },
};

/** How many branches run at once. */
function batchSize(written: Json | undefined): number {
  return typeof written === 'number' && written !== 0 ? Math.min(mostAtOnce, Math.max(1, Math.floor(written))) : mostAtOnce;
}
