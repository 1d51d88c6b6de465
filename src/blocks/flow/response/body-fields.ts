import type { Json } from '#kernel/json.js';
import { asWritten, choice, json, list } from '../../fields/kinds.js';
import type { ValuesOf } from '../../fields/field-set.js';
import { buildData } from './response-data.js';

/** The body: fields of every block that has one. */
export const bodyFields = {
  dataMode: choice('How the body is written.', ['structured', 'json'], { default: 'structured' }).as((written) =>
    (written ?? 'structured') === 'structured' ? 'structured' : 'json',
  ),
  builderData: list(
    'The fields of the body.',
    {
      name: asWritten({ type: 'string', description: 'Name of the field.' }),
      type: choice('What the value becomes.', ['string', 'number', 'boolean', 'object', 'array']),
      value: json('The value; for an object or a list, JSON or further fields.'),
    },
    { type: 'array', 'x-when': { dataMode: ['structured'] } },
  ).as((written, inputs) => (written === undefined ? undefined : buildData(written, inputs))),
  data: json('The body.', { 'x-when': { dataMode: ['json'] } }),
};

/** The body: an empty object when there is none. */
export function bodyOf(fields: ValuesOf<typeof bodyFields>): Json {
  const built = fields.dataMode === 'structured' ? fields.builderData : undefined;
  if (built !== undefined) return built;
  const { data = {} } = fields;
  return data;
}
