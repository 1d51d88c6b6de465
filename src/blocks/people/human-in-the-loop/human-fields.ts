import type { HumanPause } from '#engine/pause.js';
import type { Json } from '#kernel/json.js';
import { isOpen } from '../../fields/blank.js';
import type { Fault } from '../../fields/field.js';
import type { ValuesOf } from '../../fields/field-set.js';
import { asWritten, choice, flag, json, list, number, oneOf, rows, text, writtenNumber } from '../../fields/kinds.js';
import { bodyFields } from '../../flow/response/body-fields.js';
import { headerFaults, responseHeaders, responseStatus } from '../../flow/response/response-parts.js';
import { longUnits } from '../../flow/wait/wait-fields.js';
import { attemptFields } from '../../http/attempt-fields.js';
import { readSecret } from '../../http/webhook-request/signed-delivery.js';
import { resumeFieldTypes } from '#engine/values/check-answer.js';

export const defaultUnit = 'hours';
export const expiryActions: readonly HumanPause['onExpiry'][] = ['fail', 'continue'];

/** 30 seconds, because the question waits for the receiver. */
const defaultTimeoutMs = 30_000;

const askedOf = ['human', 'api'] as const;
const forApi = { 'x-when': { operation: ['api'] } };
const units = Object.keys(longUnits);

/** The fields that make the question are read as written: one reading finds their faults at deployment and in a run. */
export const humanFields = {
  builderData: bodyFields.builderData.described(
    'What people need for their answer, such as `amount`. The question itself is the name of this block, such as `Approve the refund`.',
    { title: 'Shown values' },
  ),
  data: bodyFields.data.described(
    'What people need for their answer, such as `{"amount": <start.amount>}`. The question itself is the name of this block, such as `Approve the refund`.',
    { title: 'Shown values' },
  ),
  inputFormat: list(
    'The form that people fill in, such as `approved` of type `boolean`. An answer that does not fit it is refused. Without a form any answer is accepted.',
    {
      id: asWritten({ type: 'string', description: 'Names the entry, for editors.' }),
      name: asWritten({ type: 'string', description: 'Later blocks refer to the answer by it: `approved`.' }),
      type: choice('What the answer has to be. `boolean` is a box to tick.', resumeFieldTypes, { default: 'string' }),
      title: asWritten({ type: 'string', title: 'Label', description: 'What people read above the field. Empty: its name.' }),
      description: asWritten({ type: 'string', description: 'What people should know to fill it in.' }),
      value: json('What the field has at first, and if it is not filled in.', { title: 'Default' }),
      required: flag('There is no answer without it.'),
      options: asWritten({
        type: 'array',
        description: 'The only possible answers: `["yes", "no"]`, or a list of `{value, label}`.',
      }),
    },
    { title: 'Answer fields' },
  ).written(),
  approvers: asWritten({
    type: ['array', 'string'],
    title: 'Who may answer',
    description: 'E-mail addresses. Empty: each member with write access to the workspace may answer.',
    items: { type: 'string' },
    'x-holds': ['references'],
    'x-names': 'member',
  }),
  expiresAfter: number('How long the question is open, in the unit below. Empty: until it is answered.').written(),
  expiresUnit: choice('Unit of the time above.', units, { default: defaultUnit }).written(),
  onExpiry: choice('What happens if the time is over: the block fails, or the run continues with the default input.', expiryActions, {
    default: 'fail',
  }).written(),
  defaultInput: json('The answer with which the run continues, such as `{"approved": false}`.', {
    'x-when': { onExpiry: ['continue'] },
  }).written(),
  requiredApprovals: number('How many of those who may answer have to.', { default: 1, minimum: 1 }).written(),
  notificationUrl: text('Address of another system that is sent each question, with links to answer it: a signed POST of JSON.')
    .written()
    .checked(addressFaults),
  notificationSecret: text('With what notifications are signed. A secret of the workspace, `{{NAME}}`: exports leave out anything else.', {
    writeOnly: true,
  }).as(readSecret),
  notificationHeaders: rows('Headers that are sent with each notification, such as `Authorization`.'),
  remindAfter: number('When the notification is repeated once, in the unit below. Before the question expires.').written(),
  remindUnit: choice('Unit of the time above.', units, { default: defaultUnit }).written(),
  operation: choice('Who answers: people on a page, or a program, which is shown a status and headers, too.', askedOf, {
    default: 'human',
  }).checked(askedFaults),
  status: number('HTTP status that the program is shown, 200 to 599. Any other value is 200.', {
    default: 200,
    minimum: 200,
    maximum: 599,
    ...forApi,
  }).convert(responseStatus),
  headers: rows('Headers that the program is shown. Those of the server itself are not possible.', forApi)
    .convert(responseHeaders)
    .checked(headerFaults),
  dataMode: bodyFields.dataMode.described('How the shown values are written: `structured` one by one, `json` as a whole.'),
  ...attemptFields,
  timeout: writtenNumber('Longest time for each try of a notification, in milliseconds.', { default: defaultTimeoutMs, maximum: 600_000 }),
};

export type HumanFields = ValuesOf<typeof humanFields>;

export const addressFault = 'must be a complete address such as https://example.com/path';

export function isAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

function addressFaults(written: Json | undefined): readonly Fault[] {
  const url = written ?? '';
  const isFine = url === '' || isOpen(url) || (typeof url === 'string' && isAddress(url.trim()));
  return isFine ? [] : [{ what: addressFault, code: 'invalid_address' }];
}

function askedFaults(written: Json | undefined): readonly Fault[] {
  const known: readonly Json[] = ['', ...askedOf];
  return known.includes(written ?? '') ? [] : [{ what: oneOf(askedOf), code: 'invalid_choice' }];
}
