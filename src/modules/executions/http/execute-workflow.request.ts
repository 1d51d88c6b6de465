import { createHash } from 'node:crypto';
import { invalid, type ErrorDetail } from '#kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';

/** What a caller of the execute route asks for. */
export interface ExecuteWorkflowRequest {
  readonly mode: 'sync' | 'async';
  readonly input: Json;
  readonly callerExecutionId: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** Asked for by an asynchronous caller, in ms. */
  readonly timeoutMs: number | undefined;
  /** Digest of all that decides what happens. */
  readonly fingerprint: string;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const inputFields = ['inputs', 'input'] as const;
/** What other clients send to steer a run. It is never part of the input. */
const controlFields: ReadonlySet<string> = new Set([
  ...inputFields,
  'async',
  'stream',
  'selectedOutputs',
  'includeThinking',
  'includeToolCalls',
  'includeFileBase64',
  'base64MaxBytes',
  'triggerType',
  'triggerBlockId',
  'startBlockId',
  'stopAfterBlockId',
  'useDraftState',
  'workflowStateOverride',
  'isClientSession',
  'runFromBlock',
  'executionId',
  'workflowId',
]);

/** Refused, because a run that ignored them would do something else than what was asked. */
const refusals: readonly (readonly [field: string, allowed: (value: Json) => boolean, message: string])[] = [
  ['stream', (value) => value === false, 'stream is not available on this server yet; leave it out'],
  ['triggerType', (value) => value === 'api', 'triggerType must be "api" for callers with an API key'],
  ['useDraftState', (value) => value === false, 'useDraftState is not allowed: callers with an API key run the deployed workflow'],
  ['workflowStateOverride', () => false, 'workflowStateOverride is not allowed for callers with an API key'],
  ['isClientSession', (value) => value === false, 'isClientSession is not allowed for callers with an API key'],
  ['runFromBlock', () => false, 'runFromBlock is not available'],
  ['triggerBlockId', () => false, 'triggerBlockId is not available: a run begins at the start block'],
  ['startBlockId', () => false, 'startBlockId is not available: a run begins at the start block'],
  ['stopAfterBlockId', () => false, 'stopAfterBlockId is not available: a run goes to its end'],
];

const executionIdPattern = /^[A-Za-z0-9._:-]{1,128}$/;
const longestTimeoutSeconds = 604_800;

/** @throws DomainError (invalid) with every problem of body and headers */
export function parseExecuteRequest(body: unknown, headers: Headers): ExecuteWorkflowRequest {
  const fields = body === undefined ? {} : body;
  if (!isJsonObject(fields)) throw invalid([problem([], 'The body must be a JSON object')]);
  const mode = fields['async'] === true || header(headers, 'x-execution-mode') === 'async' ? 'async' : 'sync';
  const callerExecutionId = header(headers, 'x-execution-id') ?? (fields['executionId'] as string | null | undefined) ?? undefined;
  const timeout = header(headers, 'x-execution-timeout-seconds');
  const idempotencyKey = header(headers, 'idempotency-key');
  const details = [
    ...bodyProblems(fields),
    ...(callerExecutionId === undefined || isExecutionId(callerExecutionId) ? [] : [executionIdProblem(headers)]),
    ...timeoutProblems(timeout, mode),
    ...(idempotencyKey === undefined || /^[\x20-\x7e]{1,255}$/.test(idempotencyKey)
      ? []
      : [problem(['Idempotency-Key'], 'Idempotency-Key must be 1 to 255 printable characters')]),
    ...(header(headers, 'x-stream-response') === 'true'
      ? [problem(['X-Stream-Response'], 'Streaming is not available on this server yet')]
      : []),
  ];
  if (details.length > 0) throw invalid(details);
  const input = runInput(fields);
  const timeoutMs = timeout === undefined ? undefined : Number(timeout) * 1000;
  const fingerprint = idempotencyKey === undefined ? '' : digest([mode, input, callerExecutionId ?? null, timeoutMs ?? null]);
  return { mode, input, callerExecutionId, idempotencyKey, timeoutMs, fingerprint };
}

/** Fields of `inputs` win over those of `input`, and these over the rest of the body. */
function runInput(fields: JsonObject): Json {
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !controlFields.has(name)));
  const { input, inputs } = fields;
  if (input !== undefined && input !== null && !isJsonObject(input)) {
    const isAlone = inputs === undefined && Object.keys(rest).length === 0;
    return isAlone ? input : { ...rest, input, ...(inputs as JsonObject | undefined) };
  }
  return { ...rest, ...(input as JsonObject | undefined), ...(inputs as JsonObject | undefined) };
}

function bodyProblems(fields: JsonObject): ErrorDetail[] {
  const { async: isAsync, inputs, selectedOutputs } = fields;
  const details: ErrorDetail[] = [];
  if (isAsync !== undefined && typeof isAsync !== 'boolean') details.push(problem(['async'], 'async must be true or false'));
  if (inputs !== undefined && inputs !== null && !isJsonObject(inputs)) details.push(problem(['inputs'], 'inputs must be an object'));
  if (selectedOutputs !== undefined && !isStrings(selectedOutputs)) {
    details.push(problem(['selectedOutputs'], 'selectedOutputs must be a list of strings'));
  }
  for (const [field, allowed, message] of refusals) {
    const value = fields[field];
    if (value !== undefined && value !== null && !allowed(value)) details.push(problem([field], message));
  }
  return details;
}

function isStrings(value: Json): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isExecutionId(value: unknown): boolean {
  return typeof value === 'string' && executionIdPattern.test(value);
}

function executionIdProblem(headers: Headers): ErrorDetail {
  const where = header(headers, 'x-execution-id') === undefined ? 'executionId' : 'X-Execution-Id';
  return problem([where], `${where} must be 1 to 128 of the characters A-Z a-z 0-9 . _ : -`);
}

function timeoutProblems(timeout: string | undefined, mode: 'sync' | 'async'): ErrorDetail[] {
  if (timeout === undefined) return [];
  const path = ['X-Execution-Timeout-Seconds'];
  if (mode === 'sync') return [problem(path, 'X-Execution-Timeout-Seconds is for asynchronous runs only')];
  const isValid = /^\d{1,6}$/.test(timeout) && Number(timeout) >= 1 && Number(timeout) <= longestTimeoutSeconds;
  return isValid ? [] : [problem(path, `X-Execution-Timeout-Seconds must be a whole number from 1 to ${longestTimeoutSeconds}`)];
}

function header(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function problem(path: readonly string[], message: string): ErrorDetail {
  return { path, message, code: 'invalid' };
}

function digest(parts: Json): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
