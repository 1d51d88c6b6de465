import type { Json } from '#kernel/json.js';
import { asWritten, choice, json, list } from '../../fields/kinds.js';
import type { ValuesOf } from '../../fields/field-set.js';
import { buildData } from './response-data.js';

/** The body: fields of every block that has one. */
export const bodyFields = {
  dataMode: choice('How the body is written: `structured` value by value, `json` as a whole.', ['structured', 'json'], {
    default: 'structured',
  }).as((written) => ((written ?? 'structured') === 'structured' ? 'structured' : 'json')),
  builderData: list(
    'The values of the body, each under its name.',
    {
      name: asWritten({ type: 'string', description: 'Its name, such as `total`.' }),
      type: choice(
        'What the value becomes: with `number`, the text `5` is the number 5.',
        ['string', 'number', 'boolean', 'object', 'array'],
        { default: 'string' },
      ),
      value: json('A text or a reference, such as `<start.amount>`; for an object or a list, JSON.'),
    },
    { title: 'Values', type: 'array', 'x-when': { dataMode: ['structured'] } },
  ).as((written, inputs) => (written === undefined ? undefined : buildData(written, inputs))),
  data: json('The whole body, such as `{"total": <start.amount>}`. Text that is not JSON stays text.', {
    title: 'Body',
    'x-when': { dataMode: ['json'] },
  }),
};

/** The body: an empty object when there is none. */
export function bodyOf(fields: ValuesOf<typeof bodyFields>): Json {
  const built = fields.dataMode === 'structured' ? fields.builderData : undefined;
  if (built !== undefined) return built;
  const { data = {} } = fields;
  return data;
}
