import { boundedNumber, writtenNumber } from '../fields/kinds.js';
import type { ValuesOf } from '../fields/field-set.js';
import { anything, output } from '../fields/schema.js';

/** Time limit and retries of a request: fields of every block that sends one. */
export const attemptFields = {
  timeout: writtenNumber('Longest time for each try, in milliseconds: 5,000 are five seconds.', { default: 300_000, maximum: 600_000 }),
  retries: boundedNumber('How often the request is repeated if there is no answer, or one with status 429 or 500 and above.', {
    default: 0,
    minimum: 0,
    maximum: 10,
  }),
  retryDelayMs: boundedNumber(
    'Pause before the first repetition, in milliseconds. It doubles each time, unless the answer has a Retry-After.',
    { default: 500, minimum: 0, maximum: 30_000 },
  ),
  retryMaxDelayMs: boundedNumber('Longest pause between two tries, in milliseconds.', { default: 30_000, minimum: 0, maximum: 300_000 }),
};

export type AttemptFields = ValuesOf<typeof attemptFields>;

export const answerOutputs = {
  data: anything('The body: a value when its content type says JSON, else a text.'),
  status: output('integer', 'The HTTP status.'),
  headers: output('object', 'The headers, with names in lower case.'),
};
