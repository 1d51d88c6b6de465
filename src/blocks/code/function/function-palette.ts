import { anything, choice, fields, javascript, output, writtenNumber } from '../../fields/palette-fields.js';
import type { PaletteEntry } from '../../palette.js';

export const functionPalette: PaletteEntry = {
  name: 'Function',
  description: 'Runs JavaScript. References and secrets are constants in it; `fetch` goes through the outbound policy.',
  category: 'work',
  inputs: fields({
    language: choice('The language.', ['javascript'], { default: 'javascript' }),
    code: javascript('The body of a function; what it returns is the result.'),
    timeout: writtenNumber('Longest time, in milliseconds.', { default: 300_000 }),
  }),
  outputs: {
    result: anything('What the code returned.'),
    stdout: output('string', 'What it wrote to the console.'),
  },
  handles: ['source', 'error'],
};
