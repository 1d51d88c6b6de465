import { createHash } from 'node:crypto';
import { invalid, invalidField, type ErrorDetail } from '#kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { ExecutionMode } from '#engine/execution.events.js';
import { isWord } from '#edge/throttle/throttlers.js';
import { plainProtocol, type StreamProtocol } from '../../watch/agent-frames.js';
import { streamProtocol } from '../stream-protocol.js';
import { answerFields, fieldProblems, isEmpty } from './execute-fields.js';
import { runInput } from './run-input.js';

/**
 * The input of a run and how to run it. The input consists of the fields of `inputs`, of `input`, and all other fields of the body that
 * are not listed here; if several have a field of the same name, the first in this order counts. An empty body is an empty input.
 * @example {"inputs": {"name": "Ada"}}
 */
export interface ExecuteBody {
  /** The input of the run, by name. */
  readonly inputs?: JsonObject;
  /** Further input. A field of the same name in `inputs` takes precedence. A value that is no object is the whole input if it is the only one, else the input field `input`. */
  readonly input?: Json;
  /** Whether to start the run as a job and respond at once. */
  readonly async?: boolean;
  /** Whether to respond with server-sent events. */
  readonly stream?: boolean;
  /** Outputs to send while a streamed run is active: `blockId.path`, or `blockName.path`. */
  readonly selectedOutputs?: readonly string[];
  /** Whether to send the reasoning of models; streamed runs only. Needs the header `X-Sim-Stream-Protocol: agent-events-v1`. */
  readonly includeThinking?: boolean;
  /** Whether to send the beginning and the end of each tool call; streamed runs only. Needs the same header. */
  readonly includeToolCalls?: boolean;
  /** Your own id for the run, unique in the workspace. */
  readonly executionId?: string;
  readonly [field: string]: unknown;
}

/** The parsed request of the execute route. */
export interface ExecuteWorkflowRequest {
  readonly mode: ExecutionMode;
  /** The input of the run. */
  readonly input: Json;
  readonly callerExecutionId: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** The time limit that an asynchronous caller asked for, in ms. */
  readonly timeoutMs: number | undefined;
  /** Outputs to send while the run is active; streamed runs only. */
  readonly selectedOutputs: readonly string[];
  /** What the reader of a streamed run wants of the calls of models. */
  readonly protocol: StreamProtocol;
  /** The workflows whose requests led to this one. */
  readonly callChain: readonly string[];
  /** The header of that name. */
  readonly traceparent: string | undefined;
  /** Digest of everything in the request that decides the outcome. */
  readonly fingerprint: string;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const executionIdPattern = /^[A-Za-z0-9._:-]{1,128}$/;
const idempotencyKeyPattern = /^[\x20-\x7e]{1,255}$/;
const longestTimeoutSeconds = 604_800;
const longestName = 128;

/** Header names for the fields that arrive as headers; problems name the header. */
const calledHere = { executionId: 'X-Execution-Id', timeout: 'X-Execution-Timeout-Seconds' };

/** @throws DomainError (invalid) with every problem of body and headers */
export function parseExecuteRequest(body: unknown, headers: Headers, called = calledHere): ExecuteWorkflowRequest {
  const fields = body === undefined ? {} : body;
  if (!isJsonObject(fields)) throw invalid([problem([], 'The body must be a JSON object')]);
  const isStream = fields['stream'] === true || isWord(headers['x-stream-response'], 'true');
  const isAsync = fields['async'] === true || isWord(headers['x-execution-mode'], 'async');
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
  const protocol = mode === 'stream' ? streamProtocol(headers, fields) : plainProtocol;
  const what = { mode, input: runInput(fields), callerExecutionId, timeoutMs: timeoutMsOf(timeout) } as const;
  const fingerprint = idempotencyKey === undefined ? '' : fingerprintOf(mode, what.input, fields);
  const led = { callChain: callChain(headers), traceparent: header(headers, 'traceparent') };
  return { ...what, ...led, idempotencyKey, selectedOutputs: selectedOutputs(fields), protocol, fingerprint };
}

/** For routes that do not ignore what has no effect. @throws DomainError invalid */
export function refuseUnstreamedOutputs({ mode, selectedOutputs: selected }: ExecuteWorkflowRequest): void {
  if (mode === 'stream' || selected.length === 0) return;
  throw invalidField('selectedOutputs', 'selectedOutputs is for streamed runs only: send "stream": true');
}

function timeoutMsOf(seconds: string | undefined): number | undefined {
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/**
 * The body and the kind of response; the other headers may differ when a request is repeated. Absent fields are left out, so that the digest of a
 * request stays the same when fields are added to this version of the API; for the same reason there is a null where the time limit was.
 */
function fingerprintOf(mode: ExecutionMode, input: Json, fields: JsonObject): string {
  const shaping = answerFields.flatMap((field): Json[] => (isEmpty(fields[field]) ? [] : [{ [field]: fields[field] ?? null }]));
  return digest([mode, input, fields['executionId'] ?? null, null, ...shaping]);
}

function selectedOutputs(fields: JsonObject): readonly string[] {
  return (fields['selectedOutputs'] as readonly string[] | null | undefined) ?? [];
}

/** Ids of workflows, which requests of workflows to this server carry. */
export function callChain(headers: Headers): readonly string[] {
  const names = (header(headers, 'x-sim-via') ?? '').split(',').map((name) => name.trim().slice(0, longestName));
  return names.filter((name) => name !== '');
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
