import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import { deduplicationKey, eventName } from './delivery-names.js';

function aDelivery(parsed: Json, headers: Readonly<Record<string, string>> = {}) {
  return { request: { headers, body: Buffer.from(JSON.stringify(parsed)) }, parsed };
}

describe('the deduplication key', () => {
  it('is the field of the author before any header', () => {
    const delivery = aDelivery({ order: { id: 7, lines: [{ sku: 'x' }] } }, { 'webhook-id': 'w1' });
    expect(deduplicationKey('generic', 'order.id', delivery)).toBe('order.id:7');
    expect(deduplicationKey('generic', '$.order.lines[0].sku', delivery)).toBe('$.order.lines[0].sku:x');
  });

  it('is the digest of the body for $body', () => {
    const digest = createHash('sha256').update('{"a":1}').digest('hex');
    expect(deduplicationKey('generic', '$body', aDelivery({ a: 1 }))).toBe(`$body:${digest}`);
  });

  it('falls back to the headers when the field is absent', () => {
    expect(deduplicationKey('generic', 'order.id', aDelivery({ order: null }, { 'idempotency-key': 'k' }))).toBe('idempotency-key:k');
    expect(deduplicationKey('generic', 'constructor.name', aDelivery({}, {}))).toBeUndefined();
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
        'idempotency-key',
      ],
    );
    for (const [index, header] of headers.entries()) {
      const present = Object.fromEntries(headers.slice(index).map((name) => [name, `value of ${name}`]));
      expect(deduplicationKey('stripe', '', aDelivery({ id: 'evt_1' }, present))).toBe(`${header}:value of ${header}`);
    }
  });

  it.each<[string, Json, string]>([
    ['stripe', { id: 'evt_1' }, 'id:evt_1'],
    ['slack', { event_id: 'Ev1', trigger_id: 't' }, 'event_id:Ev1'],
    ['slack', { trigger_id: 't' }, 'trigger_id:t'],
    ['telegram', { update_id: 12 }, 'update_id:12'],
    ['pagerduty', { event: { id: '01D' } }, 'event.id:01D'],
    ['twilio', { CallSid: 'CA1' }, 'CallSid:CA1'],
    ['sentry', { data: { error: { event_id: 'e' } } }, 'data.error.event_id:e'],
  ])('of %s is the id in its body', (provider, parsed, key) => {
    expect(deduplicationKey(provider, '', aDelivery(parsed))).toBe(key);
  });

  it('is absent without any id, since equal bodies may be different events', () => {
    expect(deduplicationKey('generic', '', aDelivery({ id: 'evt_1' }))).toBeUndefined();
    expect(deduplicationKey('stripe', '', aDelivery({ id: '' }))).toBeUndefined();
  });

  it('is the digest of a long one', () => {
    const long = 'x'.repeat(300);
    const key = deduplicationKey('generic', '', aDelivery({}, { 'webhook-id': long }));
    expect(key).toBe(`sha256:${createHash('sha256').update(`webhook-id:${long}`).digest('hex')}`);
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
