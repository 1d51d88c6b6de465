import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import { aBlock } from '../../../../test/support/engine/documents.js';
import { isAllowedAddress, readWebhook } from './read-webhook.js';
import { writtenSecrets } from './webhook-secrets.js';
import { checksOf, type WebhookSettings } from './webhook-settings.js';

type Fields = Readonly<Record<string, Json>>;

const webhook = (fields: Fields) => aBlock('w', 'generic_webhook', fields);
const settingsOf = (fields: Fields) => readWebhook(webhook(fields)) as WebhookSettings;

function problems(fields: Fields): readonly string[] {
  const reading = readWebhook(webhook(fields));
  return 'problems' in reading ? reading.problems.map(({ field, what, code }) => `${field} ${code}: ${what}`) : [];
}

describe('a webhook block', () => {
  it('needs a bearer token and answers that it was processed, unless it says otherwise', () => {
    expect(settingsOf({ token: '{{HOOK}}' })).toEqual({
      verification: 'token',
      acceptOtherMethods: false,
      exposeRequestHeaders: false,
      verifyTestEvents: false,
      idempotencyField: '',
      responseMode: 'default',
      responseStatusCode: 200,
      responseBody: '',
      formats: ['json', 'form', 'multipart'],
      allowedIps: [],
    });
    expect(checksOf(settingsOf({ token: 't' }))).toEqual([{ kind: 'token', header: 'authorization', prefix: 'Bearer ' }]);
  });

  it('has all its fields', () => {
    const fields = {
      requireAuth: 'true',
      token: 'a token',
      secretHeaderName: 'X-Hook-Token',
      acceptOtherMethods: 'true',
      exposeRequestHeaders: true,
      verifyTestEvents: true,
      idempotencyField: 'order.id',
      responseMode: 'custom',
      responseStatusCode: '202',
      responseBody: { ok: true },
      bodyFormat: 'form',
      allowedIps: '192.0.2.1, 2001:db8::/32',
    };
    expect(settingsOf(fields)).toEqual({
      verification: 'token',
      tokenHeader: 'x-hook-token',
      acceptOtherMethods: true,
      exposeRequestHeaders: true,
      verifyTestEvents: true,
      idempotencyField: 'order.id',
      responseMode: 'custom',
      responseStatusCode: 202,
      responseBody: '{"ok":true}',
      formats: ['form'],
      allowedIps: ['192.0.2.1', '2001:db8::/32'],
    });
  });

  it('does not contain its secrets in what is stored', () => {
    const fields = { verification: 'github', secret: 'very secret', previousSecret: 'also secret', verificationToken: 'token' };
    expect(JSON.stringify(settingsOf(fields))).not.toMatch(/secret|"token"/);
    expect(writtenSecrets(webhook(fields), settingsOf(fields))).toEqual({
      field: 'secret',
      current: 'very secret',
      previous: 'also secret',
      verificationToken: 'token',
    });
  });

  it.each<[string, string]>([
    ['github', 'webhookSecret'],
    ['slack', 'signingSecret'],
    ['zoom', 'secretToken'],
    ['meta', 'appSecret'],
    ['twilio', 'authToken'],
  ])('of %s has its secret in the field %s of other servers, or in a copy of all fields', (verification, field) => {
    const secretOf = (fields: Fields) => writtenSecrets(webhook(fields), { verification }).current;
    expect(secretOf({ [field]: 'theirs' })).toBe('theirs');
    expect(secretOf({ [field]: 'theirs', secret: 'ours' })).toBe('ours');
    expect(secretOf({ triggerConfig: { [field]: 'copy' } })).toBe('copy');
    expect(secretOf({ triggerConfig: { [field]: 'copy' }, [field]: 'theirs' })).toBe('theirs');
    expect(problems({ verification, [field]: 'theirs' })).toEqual([]);
  });

  it('of a provider takes the formats of the provider', () => {
    const formats = ['github', 'stripe', 'twilio'].map(
      (verification) => settingsOf({ verification, secret: 's', bodyFormat: 'text' }).formats,
    );
    expect(formats).toEqual([['json', 'form'], ['json'], ['json', 'form']]);
  });

  it('accepts every request only when that is written', () => {
    expect(checksOf(settingsOf({ requireAuth: false }))).toEqual([]);
    expect(checksOf(settingsOf({ verification: 'none' }))).toEqual([]);
    const needed = 'no_secret: needs token, or verification "none" to accept every request';
    expect([problems({}), problems({ requireAuth: true })]).toEqual([[`token ${needed}`], [`token ${needed}`]]);
    const secret = 'secret no_secret: needs secret, or verification "none" to accept every request';
    expect([problems({ verification: 'stripe' }), problems({ verification: 'hmac', hmacHeader: 'x-sig' })]).toEqual([[secret], [secret]]);
  });

  it.each<[Fields, string]>([
    [{ verification: 'gitea', token: 't' }, 'verification invalid_value: needs a verification of none, token, hmac, standard-webhooks'],
    [{ token: 't', secretHeaderName: 'two words' }, 'secretHeaderName invalid_value'],
    [{ token: 't', responseMode: 'later' }, 'responseMode invalid_value: needs a responseMode of default, custom, run'],
    [{ token: 't', responseStatusCode: 101 }, 'responseStatusCode invalid_value: needs a responseStatusCode from 200 to 599'],
    [{ token: 't', bodyFormat: 'xml' }, 'bodyFormat invalid_value: needs a bodyFormat of auto, json, form, multipart, text'],
    [{ token: 't', allowedIps: ['192.0.2.0/33'] }, 'allowedIps invalid_value: needs allowedIps as addresses'],
    [{ token: 't', allowedIps: 'example.org' }, 'allowedIps invalid_value: needs allowedIps as addresses'],
    [{ token: 't', acceptOtherMethods: 'maybe' }, 'acceptOtherMethods invalid_value: needs acceptOtherMethods to be true or false'],
    [{ verification: 'hmac', secret: 's' }, 'hmacHeader invalid_value: has a hmacHeader that is not the name of a header'],
    [{ verification: 'standard-webhooks', secret: 'whsec_?' }, 'secret invalid_value: has a secret that must be whsec_'],
    [
      { verification: 'standard-webhooks', secret: '{{HOOK}}', previousSecret: '?' },
      'previousSecret invalid_value: has a previousSecret that',
    ],
  ])('with %j is refused', (fields, problem) => {
    expect(problems(fields)).toEqual([expect.stringContaining(problem)]);
  });

  it('with a prefix keeps the space around it', () => {
    const fields = { verification: 'hmac', secret: 's', hmacHeader: 'x-sig', hmacPrefix: 'v1 ' };
    expect(settingsOf(fields).hmac).toMatchObject({ prefix: 'v1 ', header: 'x-sig', algorithm: 'sha256' });
  });
});

describe('an address', () => {
  it.each<[readonly string[], string, boolean]>([
    [[], 'anything', true],
    [['192.0.2.0/24'], '192.0.2.200', true],
    [['192.0.2.0/24'], '::ffff:192.0.2.200', true],
    [['192.0.2.0/24'], '192.0.3.1', false],
    [['2001:db8::/32'], '2001:db8::1', true],
    [['2001:db8::/32'], '192.0.2.1', false],
    [['192.0.2.1'], '', false],
  ])('with the list %j, %s', (allowed, address, expected) => {
    expect(isAllowedAddress(allowed, address)).toBe(expected);
  });
});
