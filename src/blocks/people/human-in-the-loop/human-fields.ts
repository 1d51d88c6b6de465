import type { HumanPause } from '#engine/pause.js';
import type { Json } from '#kernel/json.js';
import { isOpen } from '../../fields/blank.js';
import type { Fault } from '../../fields/field.js';
import type { ValuesOf } from '../../fields/field-set.js';
import { asWritten, choice, json, list, number, oneOf, rows, text, writtenNumber } from '../../fields/kinds.js';
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
  operation: choice('Who is asked: people on a page, or a program that is shown a status and headers, too.', askedOf, {
    default: 'human',
  }).checked(askedFaults),
  ...bodyFields,
  status: number('The status that a program is shown. Anything that is none is 200.', {
    default: 200,
    minimum: 200,
    maximum: 599,
    ...forApi,
  }).convert(responseStatus),
  headers: rows('Headers that a program is shown, except those that belong to the server.', forApi)
    .convert(responseHeaders)
    .checked(headerFaults),
  inputFormat: list('The form. An answer that does not fit it is refused; without one any answer will do.', {
    id: asWritten({ type: 'string', description: 'For editors.' }),
    name: asWritten({ type: 'string', description: 'Name of the field.' }),
    type: choice('Type of the field.', resumeFieldTypes, { default: 'string' }),
    description: asWritten({ type: 'string', description: 'For those who are asked.' }),
    value: json('Default for a field that is not sent.'),
    required: asWritten({ type: ['boolean', 'string'], description: 'Whether there is no answer without it.' }),
  }).written(),
  approvers: asWritten({
    type: ['array', 'string'],
    description: 'E-mail addresses of those who may answer. Without any, every member with write access to the workspace may answer.',
    items: { type: 'string' },
    'x-holds': ['references'],
    'x-names': 'member',
  }),
  requiredApprovals: number('How many of them must answer.', { default: 1, minimum: 1 }).written(),
  expiresAfter: number('Time until the question expires, in the unit. Without it, the question does not expire.').written(),
  expiresUnit: choice('The unit.', units, { default: defaultUnit }).written(),
  onExpiry: choice('What happens at expiry.', expiryActions, { default: 'fail' }).written(),
  defaultInput: json('The answer with which the run continues.', { 'x-when': { onExpiry: ['continue'] } }).written(),
  notificationUrl: text('Where a signed POST of JSON tells about the question, with links to answer it by.')
    .written()
    .checked(addressFaults),
  notificationSecret: text('Signs each notification. Best a secret of the workspace, {{NAME}}: exports leave out anything else.', {
    writeOnly: true,
  }).as(readSecret),
  notificationHeaders: rows('Further headers of notifications.'),
  remindAfter: number('Time until the notification is repeated once, in the unit. Shorter than the time to expiry.').written(),
  remindUnit: choice('The unit.', units, { default: defaultUnit }).written(),
  ...attemptFields,
  timeout: writtenNumber('Longest time of each try of a notification, in milliseconds.', { default: defaultTimeoutMs, maximum: 600_000 }),
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
