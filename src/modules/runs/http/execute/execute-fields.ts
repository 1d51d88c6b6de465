import type { ErrorDetail } from '#kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { ExecutionMode } from '#engine/execution.events.js';

type Rule = readonly [field: string, allowed: (value: Json) => boolean, message: string];

const isBoolean = (value: Json): boolean => typeof value === 'boolean';
const isFalse = (value: Json): boolean => value === false;
const never = (): boolean => false;

const withoutBytes = 'files in the output are described, and have their bytes at url';

/** Known control fields. Unsupported ones are refused, because a run that ignored them would differ from the request. */
const rules: readonly Rule[] = [
  ['async', isBoolean, 'async must be true or false'],
  ['stream', isBoolean, 'stream must be true or false'],
  ['inputs', isJsonObject, 'inputs must be an object'],
  ['selectedOutputs', isStrings, 'selectedOutputs must be a list of strings'],
  ['includeFileBase64', isFalse, `includeFileBase64 is not available: ${withoutBytes}`],
  ['base64MaxBytes', never, `base64MaxBytes is not available: ${withoutBytes}`],
  ['includeThinking', isBoolean, 'includeThinking must be true or false'],
  ['includeToolCalls', isBoolean, 'includeToolCalls must be true or false'],
  ['triggerType', (value) => value === 'api', 'triggerType must be "api" for callers with an API key'],
  ['useDraftState', isFalse, 'useDraftState is not allowed: callers with an API key run the deployed workflow'],
  ['workflowStateOverride', never, 'workflowStateOverride is not allowed for callers with an API key'],
  ['isClientSession', isFalse, 'isClientSession is not allowed for callers with an API key'],
  ['runFromBlock', never, 'runFromBlock is not available'],
  ['triggerBlockId', never, 'triggerBlockId is not available: a run begins at the start block'],
  ['startBlockId', never, 'startBlockId is not available: a run begins at the start block'],
  ['stopAfterBlockId', never, 'stopAfterBlockId is not available: a run goes to its end'],
];

/** Fields that shape a response which an asynchronous start does not have. */
export const answerFields = ['selectedOutputs'] as const;

/** The problems of the control fields of a body, for this mode of the run. A field that is null counts as absent. */
export function fieldProblems(fields: JsonObject, mode: ExecutionMode): readonly ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  for (const [field, allowed, message] of rules) {
    const value = fields[field];
    if (value !== undefined && value !== null && !allowed(value)) problems.push(problem(field, message));
  }
  const unstreamed = mode === 'stream' ? [] : streamProblems(fields);
  return mode === 'async' ? [...problems, ...asyncProblems(fields), ...unstreamed] : [...problems, ...unstreamed];
}

function streamProblems(fields: JsonObject): readonly ErrorDetail[] {
  const flags = ['includeThinking', 'includeToolCalls'].filter((flag) => fields[flag] === true);
  return flags.map((flag) => problem(flag, `${flag} is for streamed runs only: send "stream": true`));
}

function asyncProblems(fields: JsonObject): readonly ErrorDetail[] {
  return answerFields
    .filter((field) => !isEmpty(fields[field]))
    .map((field) => problem(field, `${field} is not available for asynchronous runs, which answer with a job`));
}

/** Whether a field is absent, null, or an empty list. */
export function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function isStrings(value: Json): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function problem(field: string, message: string): ErrorDetail {
  return { path: [field], message, code: 'invalid' };
}
