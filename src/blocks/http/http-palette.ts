import { anything, number, output, writtenNumber } from '../fields/palette-fields.js';
import type { ValueSchema } from '../palette.js';

type Schemas = Readonly<Record<string, ValueSchema>>;

/** How long and how often a request is tried: fields of every block that sends one. */
export const attemptFields: Schemas = {
  timeout: writtenNumber('Longest time of each try, in milliseconds.', { default: 300_000, maximum: 600_000 }),
  retries: number('How often a request is repeated that got no answer, or one with status 429 or 500 and above.', {
    default: 0,
    minimum: 0,
    maximum: 10,
  }),
  retryDelayMs: number('Pause before the first repetition, in milliseconds; doubled each time. A Retry-After of the server goes first.', {
    default: 500,
    minimum: 0,
    maximum: 30_000,
  }),
  retryMaxDelayMs: number('Longest pause, in milliseconds.', { default: 30_000, minimum: 0, maximum: 300_000 }),
};

export const answerOutputs: Schemas = {
  data: anything('The body: a value when its content type says JSON, else a text.'),
  status: output('integer', 'The HTTP status.'),
  headers: output('object', 'The headers, with names in lower case.'),
};
