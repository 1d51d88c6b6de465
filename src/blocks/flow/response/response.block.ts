import { anything, fields, number, output, table } from '../../fields/palette-fields.js';
import type { PaletteEntry, PublishedBlock } from '../../palette.js';
import { bodyFields } from './body-fields.js';
import { headerProblems, responseBody, responseHeaders, responseStatus } from './response-parts.js';

const palette: PaletteEntry = {
  name: 'Response',
  description: 'Ends the run with an answer of its own: body, status and headers for a caller who waits.',
  category: 'control',
  inputs: fields({
    ...bodyFields,
    status: number('The HTTP status. Anything that is none is 200.', { default: 200, minimum: 200, maximum: 599 }),
    headers: table('Response headers, except those that belong to the server.'),
  }),
  outputs: {
    data: anything('The body.'),
    status: output('integer', 'The HTTP status.'),
    headers: output('object', 'The headers.'),
  },
  handles: ['error'],
};

/** Ends the run with an answer of the author's: body, status and headers. */
export const responseBlock: PublishedBlock = {
  type: 'response',
  palette,
  check: headerProblems,
  run: ({ params }, { inputs }) => {
    const { dataMode, builderData, data } = params;
    const body = responseBody({ dataMode, builderData, data }, inputs);
    const status = responseStatus(params['status'], inputs);
    const headers = responseHeaders(params['headers'], inputs);
    return { output: { data: body, status, headers }, response: { status, headers } };
  },
};
