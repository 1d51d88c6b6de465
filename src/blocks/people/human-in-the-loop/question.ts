import type { Json } from '#kernel/json.js';
import type { HumanPause, ResumeField } from '#engine/pause.js';
import { numberIn } from '#engine/values/coerce.js';
import { longUnits } from '../../flow/wait/wait-fields.js';
import { readApprovers } from './approvers.js';
import { checkAnswer } from '#engine/values/check-answer.js';
import type { FieldFault, WrittenOf } from '../../fields/field-set.js';
import { defaultUnit, expiryActions, type humanFields } from './human-fields.js';
import type { Reading } from './reading.js';
import { readForm } from './resume-form.js';

/** The form of the question, its approvers and its expiry. A part that is not known yet has the value of an absent field. */
export interface Question {
  readonly fields: readonly ResumeField[];
  readonly approvers: readonly string[];
  readonly requiredApprovals: number;
  /** Counted from the time of the question. */
  readonly expiresMs: number | null;
  readonly remindMs: number | null;
  readonly onExpiry: HumanPause['onExpiry'];
  readonly defaultInput: Json;
}

/** The fields that make the question, as written. */
export type WrittenQuestion = Pick<
  WrittenOf<typeof humanFields>,
  | 'inputFormat'
  | 'approvers'
  | 'requiredApprovals'
  | 'expiresAfter'
  | 'expiresUnit'
  | 'onExpiry'
  | 'defaultInput'
  | 'remindAfter'
  | 'remindUnit'
  | 'notificationUrl'
>;

const mostMs = 365 * 24 * 60 * 60_000;

/** Reads the question and finds its faults, as far as the reading knows the values. */
export function readQuestion(
  written: WrittenQuestion,
  reading: Reading,
): { readonly question: Question; readonly faults: readonly FieldFault[] } {
  const form = readForm(written.inputFormat, reading);
  const approvers = readApprovers(written.approvers, reading);
  const approvals = readApprovals(written.requiredApprovals, approvers.known, reading);
  const expiry = readSpan('expires', [written.expiresAfter, written.expiresUnit], reading);
  const reminder = readReminder(written, expiry.ms, reading);
  const onExpiry = expiryActions.find((action) => action === (written.onExpiry || 'fail'));
  const actionFault = onExpiry === undefined ? [fault('onExpiry', `must be one of ${expiryActions.join(', ')}`, 'invalid_choice')] : [];
  const standIn = readDefaultInput(written.defaultInput, onExpiry === 'continue' ? form.fields : null, reading);
  const parts = [form, approvers, approvals, expiry, reminder, { faults: actionFault }, standIn];
  const question = {
    fields: form.fields,
    approvers: approvers.known ?? [],
    requiredApprovals: approvals.count,
    expiresMs: expiry.ms ?? null,
    remindMs: reminder.ms ?? null,
    onExpiry: onExpiry ?? 'fail',
    defaultInput: standIn.value,
  };
  return { question, faults: parts.flatMap(({ faults }) => faults) };
}

interface Part {
  readonly faults: readonly FieldFault[];
}

function readApprovals(field: Json | undefined, approvers: readonly string[] | null, reading: Reading): Part & { readonly count: number } {
  const text = reading.text(field);
  if (text === undefined || text.trim() === '') return { count: 1, faults: [] };
  const count = numberIn(text);
  const wrong = (what: string) => ({ count: 1, faults: [fault('requiredApprovals', what, 'invalid_number')] });
  if (count === null || !Number.isInteger(count) || count < 1) return wrong('must be a whole number of 1 or more');
  const isTooMany = approvers !== null && approvers.length > 0 && count > approvers.length;
  return isTooMany ? wrong(`must not be more than the number of approvers, ${String(approvers.length)}`) : { count, faults: [] };
}

type Span = Part & {
  /** Null for none, undefined when it is not known. */
  readonly ms: number | null | undefined;
};

function readSpan(what: 'expires' | 'remind', [amount, unit]: readonly (Json | undefined)[], reading: Reading): Span {
  const name = unit || defaultUnit;
  const unitMs = typeof name === 'string' && Object.hasOwn(longUnits, name) ? longUnits[name] : undefined;
  const wrong = (field: string, text: string): Span => ({ ms: undefined, faults: [fault(field, text, 'invalid_time')] });
  if (unitMs === undefined) return wrong(`${what}Unit`, `must be one of ${Object.keys(longUnits).join(', ')}`);
  const text = reading.text(amount);
  if (text === undefined) return { ms: undefined, faults: [] };
  if (text.trim() === '') return { ms: null, faults: [] };
  const count = numberIn(text);
  if (count === null || count <= 0) return wrong(`${what}After`, 'must be a number above 0');
  const ms = Math.ceil(count * unitMs);
  return ms > mostMs ? wrong(`${what}After`, 'must not be more than 365 days') : { ms, faults: [] };
}

function readReminder({ remindAfter, remindUnit, notificationUrl }: WrittenQuestion, expiresMs: Span['ms'], reading: Reading): Span {
  const reminder = readSpan('remind', [remindAfter, remindUnit], reading);
  if (typeof reminder.ms !== 'number') return reminder;
  const wrong = (what: string): Span => ({ ms: undefined, faults: [fault('remindAfter', what, 'invalid_time')] });
  if ((notificationUrl ?? '') === '') return wrong('needs a notificationUrl');
  return typeof expiresMs === 'number' && reminder.ms >= expiresMs ? wrong('must be shorter than expiresAfter') : reminder;
}

/** @param fields null when the run fails without an answer */
function readDefaultInput(
  field: Json | undefined,
  fields: readonly ResumeField[] | null,
  reading: Reading,
): Part & { readonly value: Json } {
  const isAbsent = (field ?? '') === '';
  const value = isAbsent ? {} : reading.json(field ?? {});
  if (value === undefined) return { value: null, faults: [] };
  // A reference may resolve to text; text that the author typed must be JSON.
  if (value === field && typeof value === 'string') return { value: null, faults: [fault('defaultInput', 'must be JSON', 'invalid_json')] };
  if (fields === null) return { value: null, faults: [] };
  const faults = checkAnswer(fields, value).problems.map(({ message, code }) =>
    fault('defaultInput', `does not fit the form: ${message}`, code),
  );
  return { value, faults };
}

function fault(field: string, what: string, code: string): FieldFault {
  return { field, what, code };
}
