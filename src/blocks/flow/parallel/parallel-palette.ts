import { defaultCount } from '../../fields/collection.js';
import { anything, choice, fields, json, writtenNumber } from '../../fields/palette-fields.js';
import type { PaletteEntry } from '../../palette.js';

export const mostAtOnce = 20;

export const parallelPalette: PaletteEntry = {
  name: 'Parallel',
  description: 'Goes through the blocks inside it in several branches beside each other.',
  category: 'control',
  inputs: fields({
    parallelType: choice('What decides how many branches there are.', ['count', 'collection'], { default: 'count' }),
    count: writtenNumber('How many branches; 0 stands for no choice.', {
      type: 'number',
      minimum: 0,
      default: defaultCount,
      'x-when': { parallelType: ['count'] },
    }),
    collection: json('A list, or an object whose entries are `[key, value]`. One branch for each.', {
      'x-when': { parallelType: ['collection'] },
    }),
    batchSize: writtenNumber('Most branches at once. The next begins as soon as one has ended.', { type: 'number', default: mostAtOnce }),
  }),
  outputs: { results: anything('A list for each branch, by its index: the outputs of the blocks directly inside, as they ended.') },
  handles: ['parallel-start-source', 'parallel-end-source', 'error'],
};
