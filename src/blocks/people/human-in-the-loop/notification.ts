import { OutboundFailure, type OutboundResponse } from '#world/outbound/outbound-http.js';
import type { Json, JsonObject } from '#kernel/json.js';
import type { HumanPause } from '#engine/pause.js';
import { BlockFailure } from '#engine/block-failure.js';
import { SecretMask } from '#engine/masking/secret-mask.js';
import type { BlockContext } from '../../block.js';
import { Http } from '../../ports/http.js';
import { effectTarget } from '../../http/effect-target.js';
import { exchange } from '../../http/http-exchange.js';
import { headersOf, type HttpMessage } from '../../http/http-message.js';
import { readRetry } from '../../http/http-retry.js';
import { signedDelivery } from '../../http/webhook-request/signed-delivery.js';
import { addressFault, isAddress, type HumanFields } from './human-fields.js';

/** *pause.started*: the question is new. *pause.reminded*: it is not answered yet. */
export type NotificationEvent = 'pause.started' | 'pause.reminded';

/** What a notification is about. */
export interface Notice {
  readonly event: NotificationEvent;
  readonly pause: HumanPause;
  readonly data: Json;
}

/**
 * Sends the notification to the receiver that the author named, if any. A failure does not stop people from answering, so it does not
 * fail the block: the result reports it. Links hold tokens, so the result and the effect hold nothing of the message.
 * @returns null when there is no receiver
 */
export async function notify(notice: Notice, fields: HumanFields, context: BlockContext<typeof Http>): Promise<JsonObject | null> {
  const url = context.inputs.text(fields.notificationUrl).trim();
  if (url === '') return null;
  try {
    return await deliver(url, { notice, fields, context });
  } catch (error) {
    if (error instanceof BlockFailure) return { delivered: false, error: error.message };
    throw error;
  }
}

interface Circumstances {
  readonly notice: Notice;
  readonly fields: HumanFields;
  readonly context: BlockContext<typeof Http>;
}

async function deliver(url: string, { notice, fields, context }: Circumstances): Promise<JsonObject> {
  if (!isAddress(url)) throw new BlockFailure(`notificationUrl ${addressFault}`);
  const headers = headersOf(fields.notificationHeaders);
  const message: HttpMessage = { url, method: 'POST', headers, body: JSON.stringify(payload(notice, context)) };
  const limits = { retry: readRetry(fields), timeout: fields.timeout };
  const { notificationSecret: secret } = fields;
  const hidden = new SecretMask([...context.inputs.usedSecrets, ['notificationSecret', secret]]);
  const target = effectTarget({ method: message.method, url: context.inputs.shown.text(fields.notificationUrl) });
  const { key } = await context.beginEffect({ kind: 'http', target: hidden.text(target) });
  const secrets = secret === '' ? [] : [secret];
  const next = (): HttpMessage => signedDelivery(message, { signature: 'sluice', secrets, key, timestampMs: context.now().getTime() });
  const result = await exchange(next, limits, context);
  context.signal.throwIfAborted();
  return outcome(result, hidden);
}

/** Without the answer of the receiver, which may repeat the links. */
function outcome(result: OutboundResponse | OutboundFailure, hidden: SecretMask): JsonObject {
  if (result instanceof OutboundFailure) return { delivered: false, error: hidden.text(result.message) };
  const { status } = result;
  if (status >= 200 && status < 300) return { delivered: true, status };
  return { delivered: false, status, error: `The receiver answered with ${String(status)}` };
}

function payload({ event, pause, data }: Notice, context: BlockContext): JsonObject {
  const { workflowId, executionId, apiUrl, signed } = context.pausePlace();
  const { contextId, fields, approvers, requiredApprovals, expiresAt } = pause;
  const links: JsonObject =
    approvers.length === 0
      ? { url: signed(null, expiresAt) }
      : { links: approvers.map((email) => ({ email, url: signed(email, expiresAt) })) };
  const place = { workflowId, executionId, contextId, block: context.block.name, apiUrl };
  return { event, ...place, data, fields, expiresAt, approvers, requiredApprovals, ...links };
}
