import { defineBlock } from '../../define-block.js';
import { asWritten } from '../../fields/kinds.js';

/** For readers. It cannot be connected, and no plan of a run contains it. */
export const noteBlock = defineBlock({
  type: 'note',
  name: 'Note',
  description: 'Text for readers of the workflow. It never runs and cannot be connected.',
  category: 'note',
  fields: {
    content: asWritten({
      description: 'What readers see beside the blocks, in Markdown.',
      type: 'string',
      contentMediaType: 'text/markdown',
    }),
    color: asWritten({ description: 'Background of the note in an editor.', type: 'string' }),
  },
  outputs: {},
  handles: [],
  run: () => {
    throw new Error('Notes are not part of any plan');
  },
});
