import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import { aBlock } from '../../../../test/support/engine/documents.js';
import type { ReceivedRequest } from '../signatures/signature-check.js';
import { readWebhook } from './read-webhook.js';
import { acceptedAnswer, acceptsMethod, testAnswer } from './webhook-answer.js';
import { webhookInput } from './webhook-input.js';
import type { WebhookSettings } from './webhook-settings.js';

const settingsOf = (fields: Readonly<Record<string, Json>>) =>
  readWebhook(aBlock('w', 'generic_webhook', { token: 'a long token', ...fields })) as WebhookSettings;

function inputOf(fields: Readonly<Record<string, Json>>, body: Json, rest: Partial<ReceivedRequest> = {}): Json {
  const request = { method: 'PUT', url: 'https://sluice.example/api/webhooks/trigger/p', headers: {}, body: Buffer.alloc(0), ...rest };
  return webhookInput(settingsOf(fields), request, body, ['a long token', 'short']);
}

describe('the input of a webhook', () => {
  it('is the body with the query', () => {
    const url = 'https://sluice.example/api/webhooks/trigger/p?a=1&b=x&b=y&__proto__x=1';
    expect(inputOf({}, { order: 7 }, { url })).toEqual({ order: 7, query: { a: '1', b: ['x', 'y'], __proto__x: '1' } });
    expect(inputOf({}, {})).toEqual({ query: {} });
  });

  it('has the method and the headers when its author wants them', () => {
    const fields = { acceptOtherMethods: true, exposeRequestHeaders: true };
    expect(inputOf(fields, {}, { headers: { 'x-a': '1' } })).toEqual({ query: {}, method: 'PUT', headers: { 'x-a': '1' } });
  });

  it('keeps the keys of the body that have the same names', () => {
    const fields = { acceptOtherMethods: true, exposeRequestHeaders: true };
    expect(inputOf(fields, { query: 1, method: 2, headers: 3 })).toEqual({ query: 1, method: 2, headers: 3 });
  });

  it.each<[Json]>([['text'], [[1, 2]], [null], [7]])('is a body that is no object as it is: %j', (body) => {
    expect(inputOf({ exposeRequestHeaders: true }, body)).toEqual(body);
  });

  it('shows no credentials', () => {
    const headers = Object.fromEntries(
      [
        'authorization authentication proxy-authorization www-authenticate proxy-authenticate cookie api-key apikey x-api-key x-apikey',
        'x-api-token x-auth-token x-auth-key x-access-token x-secret x-secret-key x-token x-functions-key x-amz-security-token',
        'x-goog-api-key x-csrf-token x-xsrf-token x-sim-idempotency-key x-hook-token',
      ]
        .flatMap((line) => line.split(' '))
        .map((name) => [name, 'v'] as const),
    );
    const shown = { 'x-request': 'v', 'x-hint': 'a short value', 'x-github-delivery': 'd' };
    const fields = { exposeRequestHeaders: true, secretHeaderName: 'X-Hook-Token' };
    const request = { headers: { ...headers, 'x-copy': 'has a long token in it', ...shown, 'set-cookie': ['a', 'b'] } };
    expect(inputOf(fields, {}, request)).toEqual({ query: {}, headers: shown });
  });

  it('is refused with a query that cannot be stored', () => {
    const query = (text: string) => () => inputOf({}, {}, { url: `https://sluice.example/x?${text}` });
    expect(query('a=%00')).toThrow('The text contains a character that cannot be stored');
    expect(query('__proto__=1')).toThrow('The key "__proto__" cannot be taken');
  });
});

describe('the answer of a webhook', () => {
  it.each<[Readonly<Record<string, Json>>, number, string, string]>([
    [{}, 200, 'application/json', '{"message":"Webhook processed"}'],
    [{ responseStatusCode: 202, responseBody: 'ignored' }, 200, 'application/json', '{"message":"Webhook processed"}'],
    [{ responseMode: 'custom', responseStatusCode: 202, responseBody: '{"ok":1}' }, 202, 'application/json', '{"ok":1}'],
    [{ responseMode: 'custom', responseBody: '<b>thanks</b>' }, 200, 'text/plain', '<b>thanks</b>'],
    [{ responseMode: 'custom' }, 200, 'text/plain', ''],
    [{ responseMode: 'custom', responseStatusCode: 204, responseBody: 'none' }, 204, 'text/plain', ''],
  ])('with %j', (fields, status, type, body) => {
    expect(acceptedAnswer(settingsOf(fields))).toEqual({ status, type, body });
  });

  it('to a test of the address exists only when its author wants it', () => {
    const tested = (verifyTestEvents: boolean) =>
      (
        [
          ['GET', 0],
          ['HEAD', 0],
          ['POST', 0],
          ['POST', 2],
          ['PUT', 0],
        ] as const
      ).map(([method, length]) => testAnswer(settingsOf({ verifyTestEvents }), method, length)?.status);
    expect([tested(true), tested(false)]).toEqual([[200, 200, 200, undefined, undefined], Array(5).fill(undefined)]);
  });

  it('is given to other methods only when its author wants that', () => {
    const accepted = (acceptOtherMethods: boolean) =>
      ['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'TRACE'].filter((method) =>
        acceptsMethod(settingsOf({ acceptOtherMethods }), method),
      );
    expect([accepted(false), accepted(true)]).toEqual([['POST'], ['POST', 'GET', 'PUT', 'PATCH', 'DELETE']]);
  });
});
