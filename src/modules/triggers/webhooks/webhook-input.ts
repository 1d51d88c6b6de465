import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { refuseUnfit } from '#edge/body/parse-json.js';
import { headerOf, type ReceivedRequest } from '../signatures/signature-check.js';
import { checksOf, type WebhookSettings } from './webhook-settings.js';

const withheld = new Set(
  [
    'authorization authentication proxy-authorization www-authenticate proxy-authenticate cookie set-cookie',
    'api-key apikey x-api-key x-apikey x-api-token x-auth-token x-auth-key x-access-token x-secret x-secret-key x-token',
    'x-functions-key x-amz-security-token x-goog-api-key x-csrf-token x-xsrf-token x-sim-idempotency-key',
  ].flatMap((line) => line.split(' ')),
);
/** A shorter secret may be part of a harmless value by chance. */
const shortestSecret = 8;

/**
 * The input of the run: the keys of the body, and with them `query`, and `method` and `headers` if the author wants them. Keys of the body win. A
 * body that is no object is the input as it is. @throws DomainError for a query that is not acceptable as JSON of a request
 */
export function webhookInput(settings: WebhookSettings, request: ReceivedRequest, body: Json, secrets: readonly string[]): Json {
  if (!isJsonObject(body)) return body;
  const query = queryOf(request.url);
  return {
    query,
    ...(settings.acceptOtherMethods ? { method: request.method } : {}),
    ...(settings.exposeRequestHeaders ? { headers: shownHeaders(settings, request, secrets) } : {}),
    ...body,
  };
}

/** The headers without credentials: neither those that usually contain one, nor that of the token, nor any that contains a secret. */
export function shownHeaders(settings: WebhookSettings, request: ReceivedRequest, secrets: readonly string[]): Record<string, string> {
  const ownHeaders = checksOf(settings).flatMap((check) => (check.kind === 'token' ? [check.header] : []));
  const long = secrets.filter((secret) => secret.length >= shortestSecret);
  const shown = Object.keys(request.headers).flatMap((name) => {
    const value = headerOf(request, name);
    const isHidden =
      value === undefined || withheld.has(name) || ownHeaders.includes(name) || long.some((secret) => value.includes(secret));
    return isHidden ? [] : [[name, value] as const];
  });
  return Object.fromEntries(shown);
}

function queryOf(url: string): JsonObject {
  const { searchParams } = new URL(url);
  const query = Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
  refuseUnfit(query, ['query']);
  return query;
}
