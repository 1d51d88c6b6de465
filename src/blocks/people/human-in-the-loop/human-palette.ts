import { attemptFields } from '../../http/http-palette.js';
import { anything, choice, fields, json, list, number, output, table, text, writtenNumber } from '../../fields/palette-fields.js';
import type { PaletteEntry } from '../../palette.js';
import { bodyFields } from '../../flow/response/body-fields.js';
import { longUnits } from '../../flow/wait/wait-fields.js';
import { resumeFieldTypes } from './check-answer.js';
import { defaultTimeoutMs } from './notification.js';
import { defaultUnit, expiryActions } from './question.js';

const forApi = { 'x-when': { operation: ['api'] } };
const units = Object.keys(longUnits);

export const humanPalette: PaletteEntry = {
  name: 'Human in the loop',
  description: 'Asks people, and puts the run aside until they have answered, or until it is too late.',
  category: 'control',
  inputs: fields({
    operation: choice('Who is asked: people on a page, or a program that is shown a status and headers, too.', ['human', 'api'], {
      default: 'human',
    }),
    ...bodyFields,
    status: number('The status that a program is shown. Anything that is none is 200.', {
      default: 200,
      minimum: 200,
      maximum: 599,
      ...forApi,
    }),
    headers: table('Headers that a program is shown, except those that belong to the server.', forApi),
    inputFormat: list(
      'The form. An answer that does not fit it is refused; without one any answer will do.',
      fields({
        id: { type: 'string', description: 'For editors.' },
        name: { type: 'string', description: 'Name of the field.' },
        type: choice('Type of the field.', resumeFieldTypes, { default: 'string' }),
        description: { type: 'string', description: 'For those who are asked.' },
        value: json('Stands in for what is not sent.'),
        required: { type: ['boolean', 'string'], description: 'Whether there is no answer without it.' },
      }),
    ),
    approvers: {
      type: ['array', 'string'],
      description: 'E-mail addresses of those who may answer. Nobody named: everybody who may write in the workspace.',
      items: { type: 'string' },
      'x-holds': ['references'],
    },
    requiredApprovals: number('How many of them must answer.', { default: 1, minimum: 1 }),
    expiresAfter: number('How long the question stands, in the unit. Without it: until somebody answers.'),
    expiresUnit: choice('The unit.', units, { default: defaultUnit }),
    onExpiry: choice('What happens when nobody has answered by then.', expiryActions, { default: 'fail' }),
    defaultInput: json('The answer that the run goes on with.', { 'x-when': { onExpiry: ['continue'] } }),
    notificationUrl: text('Where a signed POST of JSON tells about the question, with links to answer it by.'),
    notificationSecret: text('Signs each notification. Best a secret of the workspace, {{NAME}}: exports leave out anything else.', {
      writeOnly: true,
    }),
    notificationHeaders: table('Further headers of notifications.'),
    remindAfter: number('When to send it once more, in the unit. Shorter than the question stands.'),
    remindUnit: choice('The unit.', units, { default: defaultUnit }),
    ...attemptFields,
    timeout: writtenNumber('Longest time of each try of a notification, in milliseconds.', { default: defaultTimeoutMs, maximum: 600_000 }),
  }),
  outputs: {
    '<name>': anything('Each field of the answer, except under the names of the other outputs.'),
    url: output('string', 'The page on which people answer.'),
    resumeEndpoint: output('string', 'Where programs answer.'),
    response: output('object', 'What is shown: `data`, `status`, `headers`. The answer is its `data.submission`.'),
    notification: output('object', 'With `notificationUrl`: whether it was `delivered`, its `status` or `error`.'),
    submission: output('object', 'The answer, with the types of the form.'),
    resumeInput: anything('The answer as it was sent.'),
    submittedAt: output('string', 'When the answer was complete (ISO 8601).'),
    answeredBy: output('array', 'Who answered: `{email, via, at}`.'),
    expired: output('boolean', 'Whether nobody answered in time.'),
  },
  handles: ['source', 'error'],
};
