import { OutboundFailure, type OutboundFailureKind, type OutboundResponse } from '#infrastructure/outbound/outbound-http.js';
import type { Json, JsonObject } from '#kernel/json.js';
import { BlockFailure } from '../../engine/block-failure.js';
import { parseJson } from '../../engine/json-text.js';
import type { PlannedBlock } from '../../engine/plan.js';
import type { BlockContext, BlockDefinition, BlockResult } from '../block.js';
import { effectTarget } from '../effect-target.js';
import { timeLimitMs } from '../time-limit.js';
import { findHeader, readRequest, type ApiRequest } from './api-request.js';
import { isWorthRepeating, pauseMs, readRetry } from './api-retry.js';

const mostTimeMs = 600_000;
const largestResponseBytes = 10 * 1024 * 1024;

const statuses: Readonly<Partial<Record<OutboundFailureKind, number>>> = { invalid: 400, timeout: 408 };

/** An HTTP request to anywhere that the outbound policy permits. */
export const apiBlock: BlockDefinition = {
  type: 'api',
  check: () => [],
  run: (block, context) => {
    const request = readRequest(block, context.inputs);
    return request === null ? { output: { data: null, status: 200, headers: {} } } : call(block, request, context);
  },
};

async function call(block: PlannedBlock, request: ApiRequest, context: BlockContext): Promise<BlockResult> {
  const input = shown(request);
  const { key } = await context.beginEffect({ kind: 'http', target: effectTarget(request, context.inputs.usedSecrets) });
  const isKeyed = findHeader(request.headers, 'idempotency-key') !== undefined;
  const keyed = isKeyed ? request : { ...request, headers: { ...request.headers, 'Idempotency-Key': key } };
  const result = await sendWithRetries(block, keyed, context);
  if (result instanceof OutboundFailure)
    throw new BlockFailure(result.message, { status: statuses[result.kind] ?? 502, input, cause: result });
  const { status, statusText, headers } = result;
  const output = { data: readData(result), status, headers };
  if (status >= 200 && status < 300) return { output, input };
  throw new BlockFailure(`The request was answered with ${String(status)} ${statusText}`.trimEnd(), { status, output, input });
}

async function sendWithRetries(
  block: PlannedBlock,
  request: ApiRequest,
  context: BlockContext,
): Promise<OutboundResponse | OutboundFailure> {
  const retry = readRetry(block, request.method, context.inputs);
  for (let repetition = 1; ; repetition += 1) {
    const result = await send(block, request, context);
    if (repetition > retry.retries || context.signal.aborted || !isWorthRepeating(result)) return result;
    await context.sleep(pauseMs(retry, repetition, result, context.now()));
  }
}

async function send({ params }: PlannedBlock, request: ApiRequest, context: BlockContext): Promise<OutboundResponse | OutboundFailure> {
  const timeoutMs = timeLimitMs(params['timeout'], context, mostTimeMs);
  try {
    return await context.http.send({ ...request, timeoutMs, maxResponseBytes: largestResponseBytes, signal: context.signal });
  } catch (error) {
    if (error instanceof OutboundFailure) return error;
    throw error;
  }
}

/** JSON only where the server says that it is. */
function readData({ headers, body }: OutboundResponse): Json {
  const text = new TextDecoder().decode(body);
  const isJson = /^[^;]*[/+]json\b/i.test(headers['content-type'] ?? '');
  const json = isJson ? parseJson(text) : undefined;
  return json === undefined ? text : json;
}

function shown({ url, method, headers, body }: ApiRequest): JsonObject {
  return { url, method, headers, ...(typeof body === 'string' ? { body } : {}) };
}
