import { fields, javascript, list, output } from '../../fields/palette-fields.js';
import type { PaletteEntry } from '../../palette.js';

export const conditionPalette: PaletteEntry = {
  name: 'Condition',
  description: 'Chooses the first branch whose expression holds. When none does and there is no else, nothing behind it runs.',
  category: 'control',
  inputs: fields({
    conditions: list(
      'The branches, in the order in which they are tried.',
      fields(
        {
          id: { type: 'string', description: '`<id of the block>-<anything>`. The handle of the branch is `condition-<id>`.' },
          title: { type: 'string', description: 'Name of the branch. One called else is taken when it is reached.' },
          value: javascript('The expression, in JavaScript. An empty one never holds.'),
        },
        'id',
      ),
    ),
  }),
  outputs: {
    conditionResult: output('boolean', 'Whether a branch was chosen.'),
    selectedOption: output(['string', 'null'], 'The id of the chosen branch.'),
    selectedPath: output(['object', 'null'], 'Where the chosen branch leads: `blockId`, `blockType`, `blockTitle`.'),
    '<field>': { description: 'Each field of the block before is passed on.' },
  },
  handles: ['condition-<id>', 'error'],
};
