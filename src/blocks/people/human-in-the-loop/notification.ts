import { OutboundFailure, type OutboundResponse } from '#world/outbound/outbound-http.js';
import type { Json, JsonObject } from '#kernel/json.js';
import type { HumanPause } from '#engine/pause.js';
import { BlockFailure } from '#engine/block-failure.js';
import { maskText } from '#engine/masking/masking.js';
import type { PlannedBlock } from '#engine/graph/plan.js';
import type { BlockContext } from '../../block.js';
import { effectTarget } from '../../http/effect-target.js';
import { exchange } from '../../http/http-exchange.js';
import { readHeaders, type HttpMessage } from '../../http/http-message.js';
import { readRetry } from '../../http/http-retry.js';
import { readSecret, signedDelivery } from '../../http/webhook-request/signed-delivery.js';

/** *pause.started*: somebody is asked. *pause.reminded*: nobody has answered yet. */
export type NotificationEvent = 'pause.started' | 'pause.reminded';

/** Whom the receiver asks what. */
export interface Notice {
  readonly event: NotificationEvent;
  readonly pause: HumanPause;
  readonly data: Json;
}

/** Half a minute is long for a receiver, and the question waits for it. */
export const defaultTimeoutMs = 30_000;

/**
 * Tells the receiver that the author named, when there is one. That it cannot be told keeps nobody from answering, so it is no
 * failure: the result says what came of it. Links hold tokens; nothing of the message is in the result or in the effect.
 * @returns null when nobody is to be told
 */
export async function notify(notice: Notice, block: PlannedBlock, context: BlockContext): Promise<JsonObject | null> {
  const url = context.inputs.text(block.params['notificationUrl']).trim();
  if (url === '') return null;
  try {
    return await deliver(url, { notice, block, context });
  } catch (error) {
    if (error instanceof BlockFailure) return { delivered: false, error: error.message };
    throw error;
  }
}

interface Circumstances {
  readonly notice: Notice;
  readonly block: PlannedBlock;
  readonly context: BlockContext;
}

async function deliver(url: string, { notice, block, context }: Circumstances): Promise<JsonObject> {
  const { inputs } = context;
  const { params } = block;
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new BlockFailure('notificationUrl must be a complete address such as https://example.com/path');
  const headers = readHeaders(params['notificationHeaders'], inputs);
  const message: HttpMessage = { url, method: 'POST', headers, body: JSON.stringify(payload(notice, block, context)) };
  const limits = { retry: readRetry(block, inputs), timeout: params['timeout'] ?? defaultTimeoutMs };
  const secret = readSecret('notificationSecret', params['notificationSecret'], inputs);
  const known = new Map([...inputs.usedSecrets, ...(secret === '' ? [] : [['notificationSecret', secret] as const])]);
  const { key } = await context.beginEffect({ kind: 'http', target: effectTarget(message, known) });
  const next = (): HttpMessage => signedDelivery(message, { secret, key, timestampMs: context.now().getTime() });
  const result = await exchange(next, limits, context);
  context.signal.throwIfAborted();
  return outcome(result, known);
}

/** What the receiver answered is left out: it may repeat the links. */
function outcome(result: OutboundResponse | OutboundFailure, known: ReadonlyMap<string, string>): JsonObject {
  if (result instanceof OutboundFailure) return { delivered: false, error: maskText(result.message, known) };
  const { status } = result;
  if (status >= 200 && status < 300) return { delivered: true, status };
  return { delivered: false, status, error: `The receiver answered with ${String(status)}` };
}

function payload({ event, pause, data }: Notice, { name }: PlannedBlock, context: BlockContext): JsonObject {
  const { workflowId, executionId, apiUrl, signed } = context.pausePlace();
  const { contextId, fields, approvers, requiredApprovals, expiresAt } = pause;
  const links: JsonObject =
    approvers.length === 0
      ? { url: signed(null, expiresAt) }
      : { links: approvers.map((email) => ({ email, url: signed(email, expiresAt) })) };
  const place = { workflowId, executionId, contextId, block: name, apiUrl };
  return { event, ...place, data, fields, expiresAt, approvers, requiredApprovals, ...links };
}
