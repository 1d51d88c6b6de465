import { choice, fields, json, list } from '../../fields/palette-fields.js';
import type { ValueSchema } from '../../palette.js';

/** How a body is written: fields of every block that has one. */
export const bodyFields: Readonly<Record<string, ValueSchema>> = {
  dataMode: choice('How the body is written.', ['structured', 'json'], { default: 'structured' }),
  builderData: list(
    'The fields of the body.',
    fields({
      name: { type: 'string', description: 'Name of the field.' },
      type: choice('What the value becomes.', ['string', 'number', 'boolean', 'object', 'array']),
      value: json('The value; for an object or a list, JSON or further fields.'),
    }),
    { type: 'array', 'x-when': { dataMode: ['structured'] } },
  ),
  data: json('The body.', { 'x-when': { dataMode: ['json'] } }),
};
