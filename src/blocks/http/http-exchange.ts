import { OutboundFailure, type OutboundFailureKind, type OutboundResponse } from '#world/outbound/outbound-http.js';
import type { Json } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import { parseJson } from '#engine/values/json-text.js';
import { SecretMask } from '#engine/masking/secret-mask.js';
import type { BlockContext, BlockResult } from '../block.js';
import { Http } from '../ports/http.js';
import type { HttpMessage } from './http-message.js';
import { isRetryable, pauseMs, type HttpRetry } from './http-retry.js';
import { timeLimitMs } from '../fields/time-limit.js';

export interface HttpLimits {
  readonly retry: HttpRetry;
  /** The author's limit for each try, ms. */
  readonly timeout: number | null;
}

const mostTimeMs = 600_000;
const largestResponseBytes = 10 * 1024 * 1024;

const statuses: Readonly<Partial<Record<OutboundFailureKind, number>>> = { invalid: 400, timeout: 408 };

/** Sends a message and retries it as its limits say. `next` makes the message of each try. */
export async function exchange(
  next: () => HttpMessage,
  { retry, timeout }: HttpLimits,
  context: BlockContext<typeof Http>,
): Promise<OutboundResponse | OutboundFailure> {
  for (let number = 1; ; number += 1) {
    const result = await send(next(), timeout, context);
    if (number > retry.retries || context.signal.aborted || !isRetryable(result)) return result;
    await context.sleep(pauseMs(retry, number, result, context.now()));
  }
}

/**
 * The result of a block that got an answer: `data`, `status` and `headers`. `input` is what traces show; `hidden` masks what the
 * receiver must not repeat.
 * @throws BlockFailure when there is no answer, or an answer with a status other than 200 to 299
 */
export function httpResult(result: OutboundResponse | OutboundFailure, input: Json, hidden = new SecretMask([])): BlockResult {
  if (result instanceof OutboundFailure)
    throw new BlockFailure(result.message, { status: statuses[result.kind] ?? 502, input, cause: result });
  const { status, statusText, headers } = result;
  const output = { data: hidden.json(readData(result)), status, headers: hidden.json(headers) };
  if (status >= 200 && status < 300) return { output, input };
  const message = `The request was answered with ${String(status)} ${hidden.text(statusText)}`.trimEnd();
  throw new BlockFailure(message, { status, output, input });
}

async function send(
  message: HttpMessage,
  timeout: number | null,
  context: BlockContext<typeof Http>,
): Promise<OutboundResponse | OutboundFailure> {
  const timeoutMs = timeLimitMs(timeout, context, mostTimeMs);
  try {
    return await context.use(Http).send({ ...message, timeoutMs, maxResponseBytes: largestResponseBytes, signal: context.signal });
  } catch (error) {
    if (error instanceof OutboundFailure) return error;
    throw error;
  }
}

/** JSON only where the content type is JSON. */
function readData({ headers, body }: OutboundResponse): Json {
  const text = new TextDecoder().decode(body);
  const isJson = /^[^;]*[/+]json\b/i.test(headers['content-type'] ?? '');
  const json = isJson ? parseJson(text) : undefined;
  return json === undefined ? text : json;
}
