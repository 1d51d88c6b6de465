import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { providers } from './providers.js';
import type { ReceivedRequest } from './signature-check.js';
import { verifySignature } from './verify-signature.js';

const url = 'https://sluice.example/api/webhooks/trigger/abc';
const now = 1_767_607_200;
const claims: JsonObject = { accountId: 1, userId: 2, aud: url, exp: now + 300, iat: now };

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function jwt({ key = 'signing secret', head = { alg: 'HS256', typ: 'JWT' } as unknown, said = claims, algorithm = 'sha256' } = {}): string {
  const text = `${part(head)}.${part(said)}`;
  return `${text}.${createHmac(algorithm, key).update(text).digest('base64url')}`;
}

function verdict(authorization: string | undefined, secrets: readonly string[] = ['signing secret'], seconds = now): string {
  const headers = authorization === undefined ? {} : { authorization };
  const request: ReceivedRequest = { method: 'POST', url, headers, body: Buffer.from('{"event":{}}') };
  const result = verifySignature(providers.monday.checks, secrets, request, seconds * 1000);
  return result.accepted ? 'accepted' : result.reason;
}

describe('a delivery of monday', () => {
  it('is accepted with a token of its secret, also of the second of two secrets and as a bearer', () => {
    expect(verdict(jwt())).toBe('accepted');
    expect(verdict(jwt(), ['new', 'signing secret'])).toBe('accepted');
    expect(verdict(`Bearer ${jwt()}`)).toBe('accepted');
  });

  it('is accepted with the token of the specification (RFC 7515, A.1)', () => {
    const key = Buffer.from('AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow', 'base64url');
    const text =
      'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ';
    const signature = createHmac('sha256', key).update(text).digest('base64url');
    expect(signature).toBe('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk');
    expect(verdict(`${text}.${signature}`, [key as unknown as string], 1_300_819_000)).toBe('accepted');
  });

  it('is accepted for another host, because a proxy may have it, and without an address', () => {
    expect(verdict(jwt({ said: { ...claims, aud: 'https://public.example/api/webhooks/trigger/abc?x=1' } }))).toBe('accepted');
    expect(verdict(jwt({ said: { ...claims, aud: '' } }))).toBe('accepted');
  });

  it.each<[string, string]>([
    ['of another secret', jwt({ key: 'other' })],
    ['without a signature', jwt().split('.').slice(0, 2).join('.') + '.'],
    ['with the algorithm none', `${part({ alg: 'none' })}.${part(claims)}.`],
    ['with the algorithm none and a signature', jwt({ head: { alg: 'none' } })],
    ['that names another algorithm', jwt({ head: { alg: 'HS512' } })],
    ['of another algorithm', jwt({ algorithm: 'sha512' })],
    ['with a critical header', jwt({ head: { alg: 'HS256', crit: ['b64'] } })],
    ['whose header is no JSON', `e30x.${part(claims)}.x`],
    ['with a fourth part', `${jwt()}.x`],
    ['that is cut', jwt().slice(0, -1)],
    ['for another address', jwt({ said: { ...claims, aud: `${url}x` } })],
    ['for a list of addresses', jwt({ said: { ...claims, aud: [url] } })],
    ['that is longer than 8 KB', jwt({ said: { ...claims, more: 'x'.repeat(8_192) } })],
    ['that is empty', ''],
  ])('is refused with a token %s', (_what, authorization) => {
    expect(verdict(authorization)).toBe('signature_mismatch');
  });

  it('is refused with one bit of the claims changed', () => {
    const [head = '', said = '', signature = ''] = jwt().split('.');
    const bytes = Buffer.from(said, 'base64url');
    bytes[5] = (bytes[5] ?? 0) ^ 1;
    expect(verdict(`${head}.${bytes.toString('base64url')}.${signature}`)).toBe('signature_mismatch');
  });

  it.each<[string, JsonObject, number, string]>([
    ['without an end', { ...claims, exp: null }, now, 'timestamp_missing'],
    ['that ended more than 300 s ago', claims, now + 601, 'timestamp_outside'],
    ['that ended less than 300 s ago', claims, now + 599, 'accepted'],
    ['that was made in more than 300 s', claims, now - 301, 'timestamp_outside'],
  ])('with a token %s', (_what, said, seconds, outcome) => {
    expect(verdict(jwt({ said }), undefined, seconds)).toBe(outcome);
  });

  it('is refused without a token, and when no secret is set', () => {
    expect(verdict(undefined)).toBe('signature_missing');
    expect(verdict(jwt({ key: '' }), [])).toBe('signature_mismatch');
    expect(verdict(jwt({ key: '' }), [''])).toBe('signature_mismatch');
  });
});
