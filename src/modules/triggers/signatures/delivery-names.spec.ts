import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import { deduplicationKey, eventName } from './delivery-names.js';
import { providers, type ProviderName } from './providers.js';
import type { SignatureCheck } from './signature-check.js';

function aDelivery(parsed: Json, headers: Readonly<Record<string, string>> = {}) {
  const request = { method: 'POST', url: 'https://sluice.example/hook', headers, body: Buffer.from(JSON.stringify(parsed)) };
  return { request, parsed };
}

const authorHmac: SignatureCheck = {
  kind: 'hmac',
  algorithm: 'sha256',
  encoding: 'hex',
  header: 'x-sig',
  prefix: '',
  template: '{body}',
  key: 'text',
};
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('the deduplication key of an unsigned delivery', () => {
  it('is the field of the author before any header', () => {
    const delivery = aDelivery({ order: { id: 7, lines: [{ sku: 'x' }] } }, { 'webhook-id': 'w1' });
    expect(deduplicationKey('generic', 'order.id', delivery, [])).toBe('order.id:7');
    expect(deduplicationKey('generic', '$.order.lines[0].sku', delivery, [])).toBe('$.order.lines[0].sku:x');
  });

  it('is the digest of the body for $body', () => {
    const digest = createHash('sha256').update('{"a":1}').digest('hex');
    expect(deduplicationKey('generic', '$body', aDelivery({ a: 1 }), [])).toBe(`$body:${digest}`);
  });

  it('falls back to the headers when the field is absent', () => {
    expect(deduplicationKey('generic', 'order.id', aDelivery({ order: null }, { 'idempotency-key': 'k' }), [])).toBe('idempotency-key:k');
    expect(deduplicationKey('generic', 'constructor.name', aDelivery({}, {}), [])).toBeUndefined();
  });

  it('is the first header of the order', () => {
    const headers = ['webhook-id', 'x-webhook-id', 'x-shopify-webhook-id', 'x-github-delivery', 'x-gitlab-event-uuid', 'x-event-id'].concat(
      [
        'x-teams-notification-id',
        'svix-id',
        'linear-delivery',
        'greenhouse-event-id',
        'x-zm-request-id',
        'x-atlassian-webhook-identifier',
        'i-twilio-idempotency-token',
        'idempotency-key',
      ],
    );
    for (const [index, header] of headers.entries()) {
      const present = Object.fromEntries(headers.slice(index).map((name) => [name, `value of ${name}`]));
      expect(deduplicationKey('stripe', '', aDelivery({ id: 'evt_1' }, present), [])).toBe(`${header}:value of ${header}`);
    }
  });

  it.each<[string, Json, string]>([
    ['stripe', { id: 'evt_1' }, 'id:evt_1'],
    ['slack', { event_id: 'Ev1', trigger_id: 't' }, 'event_id:Ev1'],
    ['slack', { trigger_id: 't' }, 'trigger_id:t'],
    ['telegram', { update_id: 12 }, 'update_id:12'],
    ['pagerduty', { event: { id: '01D' } }, 'event.id:01D'],
    ['sentry', { data: { error: { event_id: 'e' } } }, 'data.error.event_id:e'],
  ])('of %s is the id in its body', (provider, parsed, key) => {
    expect(deduplicationKey(provider, '', aDelivery(parsed), [])).toBe(key);
  });

  it('is absent without any id, since equal bodies may be different events', () => {
    expect(deduplicationKey('generic', '', aDelivery({ id: 'evt_1' }), [])).toBeUndefined();
    expect(deduplicationKey('stripe', '', aDelivery({ id: '' }), [])).toBeUndefined();
  });

  it('is the digest of a long one', () => {
    const long = 'x'.repeat(300);
    const key = deduplicationKey('generic', '', aDelivery({}, { 'webhook-id': long }), []);
    expect(key).toBe(`sha256:${createHash('sha256').update(`webhook-id:${long}`).digest('hex')}`);
  });
});

describe('the deduplication key of a signed delivery', () => {
  const forged = { 'webhook-id': 'forged', 'idempotency-key': 'forged' };
  const keyOf = (provider: ProviderName, parsed: Json, headers: Readonly<Record<string, string>>, field = ''): string | undefined =>
    deduplicationKey(provider, field, aDelivery(parsed, headers), providers[provider].checks);

  it.each<[ProviderName, string, Json, string]>([
    ['stripe', 'stripe-signature', { id: 'evt_1' }, 'id:evt_1'],
    ['slack', 'x-slack-signature', { event_id: 'Ev1' }, 'event_id:Ev1'],
    ['notion', 'x-notion-signature', { id: 'n1' }, 'id:n1'],
    ['teams', 'authorization', { id: '7' }, 'id:7'],
  ])('of %s is the id in its signed body, whatever the headers say', (provider, header, parsed, key) => {
    expect(keyOf(provider, parsed, { ...forged, [header]: 's' })).toBe(key);
  });

  it.each([
    ['webhook', { 'webhook-id': 'm1', 'svix-id': 'forged' }],
    ['svix', { 'svix-id': 'm1', 'webhook-id': 'forged' }],
  ])('of Standard Webhooks is the id that is signed: %s', (family, headers) => {
    expect(keyOf('standard-webhooks', {}, { ...headers, [`${family}-signature`]: 's' })).toBe(`${family}-id:m1`);
  });

  it('is the field of the author before everything else', () => {
    expect(keyOf('stripe', { id: 'evt_1', order: 7 }, { ...forged, 'stripe-signature': 's' }, 'order')).toBe('order:7');
  });

  it('is the digest of what was signed, with its time, if the body has no id and the provider sends none', () => {
    expect(keyOf('cal-com', { a: 1 }, { ...forged, 'x-cal-signature-256': 's' })).toBe(`signed:${sha256('{"a":1}')}`);
    expect(keyOf('stripe', { a: 1 }, { ...forged, 'stripe-signature': 't=12,v1=s' })).toBe(`signed:${sha256('12.{"a":1}')}`);
  });

  it.each<[ProviderName, string, string]>([
    ['github', 'x-hub-signature-256', 'x-github-delivery'],
    ['jira', 'x-hub-signature', 'x-atlassian-webhook-identifier'],
    ['linear', 'linear-signature', 'linear-delivery'],
    ['sentry', 'sentry-hook-signature', 'request-id'],
    ['shopify', 'x-shopify-hmac-sha256', 'x-shopify-webhook-id'],
    ['sluice', 'x-webhook-signature', 'idempotency-key'],
    ['twilio', 'x-twilio-signature', 'i-twilio-idempotency-token'],
    ['zoom', 'x-zm-signature', 'x-zm-request-id'],
  ])('of %s is its own header, since only that tells equal bodies apart', (provider, signature, header) => {
    expect(keyOf(provider, {}, { 'webhook-id': 'w', [header]: 'one', [signature]: 's' })).toBe(`${header}:one`);
    expect(keyOf(provider, {}, { [signature]: 's' })).toBeUndefined();
  });

  it.each<[ProviderName, string, string, Json]>([
    ['twilio', 'x-twilio-signature', 'i-twilio-idempotency-token', { CallSid: 'CA1', CallStatus: 'ringing' }],
    ['twilio', 'x-twilio-signature', 'i-twilio-idempotency-token', { MessageSid: 'SM1', MessageStatus: 'sent' }],
    ['sentry', 'sentry-hook-signature', 'request-id', { data: { event: { event_id: 'e1' }, triggered_rule: 'a' } }],
  ])('of %s is not what several of its events are about: %s %s %j', (provider, signature, header, parsed) => {
    expect(keyOf(provider, parsed, { [header]: 'one', [signature]: 's' })).toBe(`${header}:one`);
    expect(keyOf(provider, parsed, { [signature]: 's' })).toBeUndefined();
  });

  it('of a scheme of the author is a header, since the server does not know the ids of the sender', () => {
    const keyFor = (headers: Readonly<Record<string, string>>) => deduplicationKey('hmac', '', aDelivery({ id: 1 }, headers), [authorHmac]);
    expect(keyFor({ 'x-sig': 's', 'x-event-id': 'e' })).toBe('x-event-id:e');
    expect(keyFor({ 'x-sig': 's' })).toBeUndefined();
  });

  it('of a provider that sends a token is a header first: the token covers the body as little', () => {
    const headers = { 'x-telegram-bot-api-secret-token': 't', 'idempotency-key': 'k' };
    expect(keyOf('telegram', { update_id: 12 }, headers)).toBe('idempotency-key:k');
  });
});

describe('the name of an event', () => {
  it.each<[string, Json, Record<string, string>, string | undefined]>([
    ['github', {}, { 'x-github-event': 'push' }, 'push'],
    ['gitlab', {}, { 'x-gitlab-event': 'Push Hook' }, 'Push Hook'],
    ['stripe', { type: 'invoice.paid' }, {}, 'invoice.paid'],
    ['slack', { event: { type: 'message' } }, {}, 'message'],
    ['jira', { webhookEvent: 'jira:issue_created' }, {}, 'jira:issue_created'],
    ['shopify', {}, { 'x-shopify-topic': 'orders/create' }, 'orders/create'],
    ['telegram', { update_id: 1 }, {}, undefined],
    ['generic', { type: 'x' }, {}, undefined],
  ])('of %s with the body %j and the headers %j', (provider, parsed, headers, expected) => {
    expect(eventName(provider, aDelivery(parsed, headers))).toBe(expected);
  });
});
