import { createHash } from 'node:crypto';
import { invalid, type ErrorDetail } from '#kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { ExecutionMode } from '#engine/execution.events.js';
import { answerFields, fieldProblems, isEmpty } from './execute-fields.js';
import { runInput } from './run-input.js';

/**
 * What to run a workflow with, and how. The input is made of the fields of `inputs`, those of `input`, and every field of the body that
 * does not steer the run; where they share a name, the earlier ones count. An empty body is an empty input.
 * @example {"inputs": {"name": "Ada"}}
 */
export interface ExecuteBody {
  /** What the run is given, by name. */
  readonly inputs?: JsonObject;
  /** More of it, where `inputs` has no field of the same name. Alone it may be anything; beside others, what is no object is the field `input`. */
  readonly input?: Json;
  /** Start it as a job, and answer at once. */
  readonly async?: boolean;
  /** Answer with server-sent events. */
  readonly stream?: boolean;
  /** Outputs to show while a streamed run goes on: `blockId.path`, or the name of a block instead of its id. */
  readonly selectedOutputs?: readonly string[];
  /** An id of the caller's own for the run. */
  readonly executionId?: string;
  readonly [field: string]: unknown;
}

/** What a caller of the execute route asks for. */
export interface ExecuteWorkflowRequest {
  readonly mode: ExecutionMode;
  /** What the run is given. */
  readonly input: Json;
  readonly callerExecutionId: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** Asked for by an asynchronous caller, in ms. */
  readonly timeoutMs: number | undefined;
  /** Outputs to show while the run goes on; of streamed runs only. */
  readonly selectedOutputs: readonly string[];
  /** Digest of all that decides what happens. */
  readonly fingerprint: string;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const executionIdPattern = /^[A-Za-z0-9._:-]{1,128}$/;
const idempotencyKeyPattern = /^[\x20-\x7e]{1,255}$/;
const longestTimeoutSeconds = 604_800;

/** What callers call that which arrives as a header here: problems are told in their words. */
const calledHere = { executionId: 'X-Execution-Id', timeout: 'X-Execution-Timeout-Seconds' };

/** @throws DomainError (invalid) with every problem of body and headers */
export function parseExecuteRequest(body: unknown, headers: Headers, called = calledHere): ExecuteWorkflowRequest {
  const fields = body === undefined ? {} : body;
  if (!isJsonObject(fields)) throw invalid([problem([], 'The body must be a JSON object')]);
  const isStream = asksFor(fields['stream'], header(headers, 'x-stream-response'), 'true');
  const isAsync = asksFor(fields['async'], header(headers, 'x-execution-mode'), 'async');
  const mode = isStream ? 'stream' : isAsync ? 'async' : 'sync';
  const callerExecutionId = header(headers, 'x-execution-id') ?? (fields['executionId'] as string | null | undefined) ?? undefined;
  const timeout = header(headers, 'x-execution-timeout-seconds');
  const idempotencyKey = header(headers, 'idempotency-key');
  const details = [
    ...fieldProblems(fields, mode),
    ...(isStream && isAsync ? [problem(['stream'], 'A run is either streamed or asynchronous: leave out stream or async')] : []),
    ...executionIdProblems(callerExecutionId, header(headers, 'x-execution-id') === undefined ? 'executionId' : called.executionId),
    ...timeoutProblems(timeout, mode, called.timeout),
    ...idempotencyKeyProblems(idempotencyKey),
  ];
  if (details.length > 0) throw invalid(details);
  const what = { mode, input: runInput(fields), callerExecutionId, timeoutMs: timeoutMsOf(timeout) } as const;
  const fingerprint = idempotencyKey === undefined ? '' : fingerprintOf(what, fields);
  return { ...what, idempotencyKey, selectedOutputs: selectedOutputs(fields), fingerprint };
}

function asksFor(field: Json | undefined, sent: string | undefined, word: string): boolean {
  return field === true || sent === word;
}

function timeoutMsOf(seconds: string | undefined): number | undefined {
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** Fields that are absent leave no trace: the digest of a request stays the same when there are more of them. */
function fingerprintOf(
  { mode, input, callerExecutionId, timeoutMs }: Pick<ExecuteWorkflowRequest, 'mode' | 'input' | 'callerExecutionId' | 'timeoutMs'>,
  fields: JsonObject,
): string {
  const shaping = answerFields.flatMap((field): Json[] => (isEmpty(fields[field]) ? [] : [{ [field]: fields[field] ?? null }]));
  return digest([mode, input, callerExecutionId ?? null, timeoutMs ?? null, ...shaping]);
}

function selectedOutputs(fields: JsonObject): readonly string[] {
  return (fields['selectedOutputs'] as readonly string[] | null | undefined) ?? [];
}

function executionIdProblems(id: unknown, where: string): ErrorDetail[] {
  if (id === undefined || (typeof id === 'string' && executionIdPattern.test(id))) return [];
  return [problem([where], `${where} must be 1 to 128 of the characters A-Z a-z 0-9 . _ : -`)];
}

function timeoutProblems(timeout: string | undefined, mode: ExecutionMode, where: string): ErrorDetail[] {
  if (timeout === undefined) return [];
  if (mode !== 'async') return [problem([where], `${where} is for asynchronous runs only`)];
  const isValid = /^\d{1,6}$/.test(timeout) && Number(timeout) >= 1 && Number(timeout) <= longestTimeoutSeconds;
  return isValid ? [] : [problem([where], `${where} must be a whole number from 1 to ${longestTimeoutSeconds}`)];
}

function idempotencyKeyProblems(key: string | undefined): ErrorDetail[] {
  if (key === undefined || idempotencyKeyPattern.test(key)) return [];
  return [problem(['Idempotency-Key'], 'Idempotency-Key must be 1 to 255 printable characters')];
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
