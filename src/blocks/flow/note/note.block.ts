import { fields } from '../../fields/palette-fields.js';
import type { PublishedBlock } from '../../palette.js';

/** For readers. It cannot be connected, and no plan of a run contains it. */
export const noteBlock: PublishedBlock = {
  type: 'note',
  palette: {
    name: 'Note',
    description: 'Text for whoever reads the workflow. It never runs and cannot be connected.',
    category: 'note',
    inputs: fields({
      content: { description: 'The text.', type: 'string', contentMediaType: 'text/markdown' },
      color: { description: 'How an editor paints it.', type: 'string' },
    }),
    outputs: {},
    handles: [],
  },
  check: () => [],
  run: () => {
    throw new Error('Notes are not part of any plan');
  },
};
