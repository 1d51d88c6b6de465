import type { BlockContext, BlockResult } from '../../block.js';
import { defineBlock } from '../../define-block.js';
import { refused } from '../../fields/field.js';
import type { ValuesOf } from '../../fields/field-set.js';
import { choice, flag, json, line, oneOf, rows } from '../../fields/kinds.js';
import { Http } from '../../ports/http.js';
import { answerOutputs, attemptFields } from '../attempt-fields.js';
import { effectTarget } from '../effect-target.js';
import { exchange, httpResult } from '../http-exchange.js';
import { headersOf, mergeHeaders, parseAddress, shownMessage, type HttpMessage } from '../http-message.js';
import { readRetry, type HttpRetry } from '../http-retry.js';

const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const withoutBody: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const notIdempotent: ReadonlySet<string> = new Set(['POST', 'PATCH']);

const fields = {
  url: line('Address of the request, such as `https://api.example.com/orders`. Empty: nothing is sent.'),
  method: choice('What the request does: `GET` reads, `POST` creates, `PUT` and `PATCH` change, `DELETE` removes.', methods, {
    default: 'GET',
  })
    .as((written, inputs) => inputs.text(written).trim().toUpperCase() || 'GET')
    .convert(knownMethod),
  params: rows('Query of the address: `page` and `2` become `?page=2`.'),
  headers: rows('Headers of the request, such as `Authorization` with `Bearer {{API_TOKEN}}`.'),
  body: json(
    'What is sent, such as `{"customer": "<start.customer>"}`. JSON is sent as JSON, other text as text; `GET` and `HEAD` send none.',
  ),
  ...attemptFields,
  retryNonIdempotent: flag(
    'POST and PATCH are repeated, too. Each try carries the same Idempotency-Key, by which the other system can tell a repetition.',
  ).as((written, inputs) => inputs.text(written) === 'true'),
};

type ApiFields = ValuesOf<typeof fields>;

/** An HTTP request to any address that the outbound policy permits. */
export const apiBlock = defineBlock({
  type: 'api',
  name: 'API',
  description: 'Sends an HTTP request and waits for the answer.',
  category: 'work',
  fields,
  outputs: answerOutputs,
  handles: ['source', 'error'],
  needs: [Http],
  run: (values, context, shown) => {
    if (values.url === '') return { output: { data: null, status: 200, headers: {} } };
    const request = readRequest(addressOf(values), values);
    const shownRequest = shown(request, (fields) => readRequest(shownAddress(fields), fields));
    return call(values, { request, shownRequest }, context);
  },
});

interface Requests {
  readonly request: HttpMessage;
  readonly shownRequest: HttpMessage;
}

async function call(values: ApiFields, { request, shownRequest }: Requests, context: BlockContext<typeof Http>): Promise<BlockResult> {
  const { key } = await context.beginEffect({ kind: 'http', target: effectTarget(shownRequest) });
  const keyed = { ...request, headers: mergeHeaders({ 'Idempotency-Key': key }, request.headers) };
  const result = await exchange(() => keyed, { retry: retryOf(values, request), timeout: values.timeout }, context);
  return httpResult(result, shownMessage(shownRequest));
}

function addressOf(values: ApiFields): string {
  const url = parseAddress(values.url);
  for (const [key, value] of values.params) url.searchParams.append(key, value);
  return url.href;
}

/** Not parsed: the name of a secret may be any part of the address. */
function shownAddress({ url, params }: ApiFields): string {
  if (params.length === 0) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${params.map(([key, value]) => `${key}=${value}`).join('&')}`;
}

function readRequest(url: string, values: ApiFields): HttpMessage {
  const { method } = values;
  const headers = headersOf(values.headers);
  const body = withoutBody.has(method) ? undefined : values.body;
  if (body === undefined) return { url, method, body: null, headers };
  const [content, type] = typeof body === 'string' ? [body, 'text/plain; charset=utf-8'] : [JSON.stringify(body), 'application/json'];
  return { url, method, body: content, headers: mergeHeaders({ 'Content-Type': type }, headers) };
}

function knownMethod(method: string, name: string): string {
  if (!methods.includes(method)) throw refused(name, oneOf(methods));
  return method;
}

/** POST and PATCH are retried only where the author allows it. */
function retryOf(values: ApiFields, { method }: HttpMessage): HttpRetry {
  const retry = readRetry(values);
  return !notIdempotent.has(method) || values.retryNonIdempotent ? retry : { ...retry, retries: 0 };
}
