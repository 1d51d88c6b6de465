import { defaultCount } from '../../fields/collection.js';
import { anything, choice, fields, javascript, json, writtenNumber } from '../../fields/palette-fields.js';
import type { PaletteEntry } from '../../palette.js';

export const loopPalette: PaletteEntry = {
  name: 'Loop',
  description: 'Goes through the blocks inside it, once after the other.',
  category: 'control',
  inputs: fields({
    loopType: choice('What decides how often.', ['for', 'forEach', 'while', 'doWhile'], { default: 'for' }),
    count: writtenNumber('How many passes; 0 stands for no choice. A doWhile loop counts where it has no condition.', {
      type: 'number',
      minimum: 0,
      default: defaultCount,
      'x-when': { loopType: ['for', 'doWhile'] },
    }),
    collection: json('A list, or an object whose entries are `[key, value]`. One pass for each.', { 'x-when': { loopType: ['forEach'] } }),
    whileCondition: javascript('Asked before each pass, which happens when it holds.', { 'x-when': { loopType: ['while'] } }),
    doWhileCondition: javascript('Asked after each pass; when it holds, another one follows.', { 'x-when': { loopType: ['doWhile'] } }),
  }),
  outputs: { results: anything('A list for each pass in which a block ended: the outputs of the blocks directly inside, as they ended.') },
  handles: ['loop-start-source', 'loop-end-source', 'error'],
};
