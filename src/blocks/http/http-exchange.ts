import { OutboundFailure, type OutboundFailureKind, type OutboundResponse } from '#world/outbound/outbound-http.js';
import type { Json } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import { parseJson } from '#engine/values/json-text.js';
import { maskSecrets, maskText } from '#engine/masking/masking.js';
import type { BlockContext, BlockResult } from '../block.js';
import type { HttpMessage } from './http-message.js';
import { isWorthRepeating, pauseMs, type HttpRetry } from './http-retry.js';
import { timeLimitMs } from '../fields/time-limit.js';

export interface HttpLimits {
  readonly retry: HttpRetry;
  /** The author's limit for each try, ms. */
  readonly timeout: Json | undefined;
}

const mostTimeMs = 600_000;
const largestResponseBytes = 10 * 1024 * 1024;

const statuses: Readonly<Partial<Record<OutboundFailureKind, number>>> = { invalid: 400, timeout: 408 };

/** Sends a message until it is answered well, or no repetition is left. `next` makes the message of each try. */
export async function exchange(
  next: () => HttpMessage,
  { retry, timeout }: HttpLimits,
  context: BlockContext,
): Promise<OutboundResponse | OutboundFailure> {
  for (let repetition = 1; ; repetition += 1) {
    const result = await send(next(), timeout, context);
    if (repetition > retry.retries || context.signal.aborted || !isWorthRepeating(result)) return result;
    await context.sleep(pauseMs(retry, repetition, result, context.now()));
  }
}

/**
 * What a block says of an answer: `data`, `status` and `headers`. `input` is what traces show, `hidden` what must not be seen in
 * the answer, by name.
 * @throws BlockFailure when there was no answer, or one that is no success
 */
export function httpResult(
  result: OutboundResponse | OutboundFailure,
  input: Json,
  hidden: ReadonlyMap<string, string> = new Map(),
): BlockResult {
  if (result instanceof OutboundFailure)
    throw new BlockFailure(result.message, { status: statuses[result.kind] ?? 502, input, cause: result });
  const { status, statusText, headers } = result;
  const output = { data: maskSecrets(readData(result), hidden), status, headers: maskSecrets(headers, hidden) };
  if (status >= 200 && status < 300) return { output, input };
  const message = `The request was answered with ${String(status)} ${maskText(statusText, hidden)}`.trimEnd();
  throw new BlockFailure(message, { status, output, input });
}

async function send(message: HttpMessage, timeout: Json | undefined, context: BlockContext): Promise<OutboundResponse | OutboundFailure> {
  const timeoutMs = timeLimitMs(timeout, context, mostTimeMs);
  try {
    return await context.http.send({ ...message, timeoutMs, maxResponseBytes: largestResponseBytes, signal: context.signal });
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
