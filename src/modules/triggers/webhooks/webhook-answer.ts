import type { WebhookSettings } from './webhook-settings.js';

/** An answer to the sender of a delivery. The headers of a run may name another type. */
export interface WebhookAnswer {
  readonly status: number;
  readonly type: 'application/json' | 'text/plain';
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const bodiless = new Set([204, 205, 304]);

/** The answer to a delivery that was accepted, unless the sender waits for the run. */
export function acceptedAnswer({ responseMode, responseStatusCode, responseBody }: WebhookSettings): WebhookAnswer {
  if (responseMode !== 'custom') return jsonAnswer(200, { message: 'Webhook processed' });
  if (bodiless.has(responseStatusCode)) return { status: responseStatusCode, type: 'text/plain', body: '' };
  return { status: responseStatusCode, type: isJson(responseBody) ? 'application/json' : 'text/plain', body: responseBody };
}

/** The answer to a request with which a sender tests the address; undefined if the request is none, or the author did not allow it. */
export function testAnswer({ verifyTestEvents }: WebhookSettings, method: string, bodyLength: number): WebhookAnswer | undefined {
  const isTest = method === 'GET' || method === 'HEAD' || (method === 'POST' && bodyLength === 0);
  return verifyTestEvents && isTest ? jsonAnswer(200, { message: 'Webhook endpoint verified' }) : undefined;
}

/** Whether the webhook accepts this method. */
export function acceptsMethod({ acceptOtherMethods }: WebhookSettings, method: string): boolean {
  return method === 'POST' || (acceptOtherMethods && ['GET', 'PUT', 'PATCH', 'DELETE'].includes(method));
}

/** An answer of JSON. */
export function jsonAnswer(status: number, value: unknown): WebhookAnswer {
  return { status, type: 'application/json', body: JSON.stringify(value) };
}

/** The answer of a run. A Response block that names another media type than JSON answers with its text as it is. */
export function runAnswer({ status, headers, body }: HttpAnswer): WebhookAnswer {
  const chosen = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const isText = typeof body === 'string' && chosen !== undefined && !/json/i.test(chosen);
  return isText ? { status, type: 'text/plain', body } : jsonAnswer(status, body);
}

interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
