import { HttpException } from '@nestjs/common';
import { LeaseLost, StreamConflict, UniqueConflict } from '#ledger/events/event-store.js';
import { DomainError, statusOf, type ErrorDetail } from '#kernel/errors.js';
import { isDatabaseOutage } from '#ledger/database/faults/database-outage.js';

/** The body of every answer that is not a success. */
export interface ErrorBody {
  readonly error: string;
  readonly code: string;
  readonly details?: readonly ErrorDetail[];
  readonly [field: string]: unknown;
}

export interface ErrorAnswer {
  readonly status: number;
  readonly body: ErrorBody;
  /** Whole seconds, at least 1. Present with 429 and 503, and wherever a retry makes sense. */
  readonly retryAfterSeconds?: number;
}

/** Fixed bodies for refusals by the framework or a parser, whose messages may reveal internals. */
const fixedBodies = new Map<number, ErrorBody>([
  [400, { error: 'The request is not valid', code: 'VALIDATION_FAILED' }],
  [401, { error: 'Invalid API key', code: 'UNAUTHORIZED' }],
  [403, { error: 'Access denied', code: 'FORBIDDEN' }],
  [404, { error: 'Route not found', code: 'NOT_FOUND' }],
  [405, { error: 'Method not allowed', code: 'METHOD_NOT_ALLOWED' }],
  [408, { error: 'The request took too long', code: 'TIMEOUT' }],
  [409, { error: 'The resource was changed by someone else at the same time. Please retry.', code: 'CONFLICT' }],
  [413, { error: 'The request is too large', code: 'PAYLOAD_TOO_LARGE' }],
  [415, { error: 'The Content-Type is not supported', code: 'UNSUPPORTED_MEDIA_TYPE' }],
  [417, { error: 'The server does not do what Expect asks for', code: 'EXPECTATION_FAILED' }],
  [429, { error: 'Rate limit exceeded. Please try again later.', code: 'RATE_LIMIT_EXCEEDED' }],
  [431, { error: 'The headers of the request are too large', code: 'HEADERS_TOO_LARGE' }],
  [500, { error: 'Internal server error', code: 'INTERNAL' }],
  [503, { error: 'The server is not available at the moment. Please retry shortly.', code: 'UNAVAILABLE' }],
]);

/** The answer to an error. An unexpected error becomes 500 and does not reveal its cause. */
export function errorAnswer(error: unknown): ErrorAnswer {
  if (error instanceof DomainError) {
    const { code, message, details, fields } = error;
    const body = { error: message, code, ...(details === undefined ? {} : { details }), ...fields };
    return answer(statusOf[error.kind], body, error.retryAfterSeconds);
  }
  if (error instanceof StreamConflict || error instanceof UniqueConflict) return fixedAnswer(409);
  if (error instanceof HttpException) return fixedAnswer(error.getStatus());
  return fixedAnswer(error instanceof LeaseLost || isDatabaseOutage(error) ? 503 : 500);
}

/** Paths are case-insensitive. */
const secondGeneration = /^\/api\/v2\//i;

const mcpServers = /^\/api\/mcp\/serve(\/|$)/i;

/** The body in the shape that clients of the path expect: under `/api/v2`, `error` is an object; MCP clients expect an error of JSON-RPC. */
export function bodyFor(path: string, { status, body }: Pick<ErrorAnswer, 'status' | 'body'>): object {
  if (mcpServers.test(path)) return jsonRpcError(body, status);
  if (!secondGeneration.test(path)) return body;
  const { error: message, ...others } = body;
  return { error: { message, ...others } };
}

/** An error of a request that was not read, so that its id is unknown. */
function jsonRpcError({ error: message, code, details }: ErrorBody, httpStatus: number): object {
  const number = code === 'INVALID_JSON' ? -32_700 : httpStatus === 400 ? -32_600 : httpStatus >= 500 ? -32_603 : -32_000;
  const data = { httpStatus, retryable: httpStatus === 429 || httpStatus === 503, code, ...(details === undefined ? {} : { details }) };
  return { jsonrpc: '2.0', id: null, error: { code: number, message, data } };
}

/** The answer for a status alone. A status without a fixed body becomes 400 or 500. */
export function fixedAnswer(status: number): ErrorAnswer {
  const known = fixedBodies.has(status) ? status : status < 500 ? 400 : 500;
  return answer(known, fixedBodies.get(known) as ErrorBody, undefined);
}

function answer(status: number, body: ErrorBody, retryAfterSeconds: number | undefined): ErrorAnswer {
  const withDetails =
    status === 400 && body.details === undefined ? { ...body, details: [{ path: [], message: body.error, code: 'invalid' }] } : body;
  if (retryAfterSeconds === undefined && status !== 429 && status !== 503) return { status, body: withDetails };
  return { status, body: withDetails, retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds ?? 1)) };
}
