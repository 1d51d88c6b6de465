import { defineBlock } from '../../define-block.js';
import { number, rows } from '../../fields/kinds.js';
import { anything, output } from '../../fields/schema.js';
import { bodyFields, bodyOf } from './body-fields.js';
import { headerFaults, responseHeaders, responseStatus } from './response-parts.js';

/** Ends the run with the author's answer: body, status and headers. */
export const responseBlock = defineBlock({
  type: 'response',
  name: 'Response',
  description: 'Ends the run with an answer: body, status and headers for a caller who waits.',
  category: 'control',
  fields: {
    ...bodyFields,
    status: number('HTTP status of the response, 200 to 599. Any other value is 200.', {
      default: 200,
      minimum: 200,
      maximum: 599,
    }).convert(responseStatus),
    headers: rows('Headers of the response, such as `X-Reason`. Those of the server itself are not possible.')
      .convert(responseHeaders)
      .checked(headerFaults),
  },
  outputs: {
    data: anything('The body.'),
    status: output('integer', 'The HTTP status.'),
    headers: output('object', 'The headers.'),
  },
  handles: ['error'],
  run: (fields, _context, shown) => {
    const { status, headers } = fields;
    const output = { data: bodyOf(fields), status, headers };
    const named = shown(output, (values) => ({ data: bodyOf(values), status, headers: values.headers }));
    return { output, response: { status, headers }, ...(named === output ? {} : { shown: { output: named } }) };
  },
});
