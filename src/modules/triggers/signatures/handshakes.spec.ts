import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { signedHandshake, unsignedHandshake } from './handshakes.js';
import { providers } from './providers.js';
import type { ReceivedRequest } from './signature-check.js';

const base = 'https://sluice.example/api/webhooks/trigger/abc';
const secrets = { signing: ['signing secret', 'older'], verificationToken: 'verify me' };

function aRequest(rest: Partial<ReceivedRequest> & { readonly json?: unknown }): ReceivedRequest {
  const { json, ...given } = rest;
  return { method: 'POST', url: base, headers: {}, body: Buffer.from(json === undefined ? '' : JSON.stringify(json)), ...given };
}

const subscribe = (token: string, challenge = '<b>42</b>') =>
  aRequest({
    method: 'GET',
    url: `${base}?hub.mode=subscribe&hub.verify_token=${encodeURIComponent(token)}&hub.challenge=${encodeURIComponent(challenge)}`,
  });

const requests: readonly (readonly [string, readonly string[], ReceivedRequest])[] = [
  ['the challenge of Slack', ['slack'], aRequest({ json: { type: 'url_verification', challenge: 'c1' } })],
  ['the challenge of Zoom', ['zoom'], aRequest({ json: { event: 'endpoint.url_validation', payload: { plainToken: 'p1' } } })],
  ['the ping of GitHub', ['github'], aRequest({ headers: { 'x-github-event': 'ping' }, json: { zen: 'z' } })],
  ['the subscription of Meta', ['meta', 'whatsapp'], subscribe('verify me')],
  ['the validation of Microsoft Graph', ['microsoft-graph'], aRequest({ url: `${base}?validationToken=v1` })],
  ['the challenge of monday', ['monday'], aRequest({ json: { challenge: 'c1' } })],
  ['the token of Notion', ['notion'], aRequest({ json: { verification_token: 't1' } })],
];

function answer(provider: string, request: ReceivedRequest) {
  return unsignedHandshake(provider, request, secrets) ?? signedHandshake(provider, request, secrets);
}

describe('a handshake', () => {
  it.each(requests)('is answered for its own provider only: %s', (_what, own, request) => {
    const answered = [...Object.keys(providers), 'generic', 'constructor'].filter((name) => answer(name, request) !== undefined);
    expect(answered.toSorted()).toEqual([...own].toSorted());
  });

  it.each<[string, ReceivedRequest, string, string]>([
    ['slack', aRequest({ json: { type: 'url_verification', challenge: '<script>' } }), 'application/json', '{"challenge":"<script>"}'],
    ['monday', aRequest({ json: { challenge: '<b>' } }), 'application/json', '{"challenge":"<b>"}'],
    ['meta', subscribe('verify me'), 'text/plain', '<b>42</b>'],
    ['microsoft-graph', aRequest({ url: `${base}?validationToken=%3Cb%3E` }), 'text/plain', '<b>'],
  ])('of %s repeats the challenge and never as HTML', (provider, request, type, body) => {
    expect(answer(provider, request)).toEqual({ status: 200, type, body });
  });

  it('of Zoom is signed with the current secret', () => {
    const encryptedToken = createHmac('sha256', 'signing secret').update('p1').digest('hex');
    const request = aRequest({ json: { event: 'endpoint.url_validation', payload: { plainToken: 'p1' } } });
    expect(JSON.parse(answer('zoom', request)?.body ?? '')).toEqual({ plainToken: 'p1', encryptedToken });
  });

  it('of Meta with a wrong token is refused, also when no token is set', () => {
    expect(answer('meta', subscribe('wrong'))).toMatchObject({ status: 403, body: 'Forbidden' });
    expect(unsignedHandshake('meta', subscribe(''), { signing: [], verificationToken: '' })).toMatchObject({ status: 403 });
  });

  const large = ' '.repeat(20_000);

  it.each<[string, ReceivedRequest]>([
    ['slack', aRequest({ json: { type: 'url_verification', challenge: 'c1', large } })],
    ['zoom', aRequest({ json: { event: 'endpoint.url_validation', payload: { plainToken: 'p1' }, large } })],
    ['monday', aRequest({ body: Buffer.from(`{"challenge":"c1"}${large}`) })],
    ['notion', aRequest({ body: Buffer.from(`{"verification_token":"t1"}${large}`) })],
    ['slack', aRequest({ json: { type: 'event_callback', challenge: 'c' } })],
    ['slack', aRequest({ json: { type: 'url_verification', challenge: 7 } })],
    ['slack', aRequest({ json: { type: 'url_verification', challenge: 'c'.repeat(2_049) } })],
    ['slack', aRequest({ body: Buffer.from('no JSON') })],
    ['zoom', aRequest({ json: { event: 'endpoint.url_validation', payload: null } })],
    ['github', aRequest({ headers: { 'x-github-event': 'push' } })],
    ['meta', aRequest({ method: 'POST', url: `${base}?hub.mode=subscribe` })],
    ['microsoft-graph', aRequest({ method: 'GET', url: `${base}?validationToken=v` })],
    ['monday', aRequest({ json: { challenge: 'c', event: { type: 'create_pulse' } } })],
    ['monday', aRequest({ method: 'GET', json: { challenge: 'c' } })],
    ['monday', aRequest({ json: { challenge: { toString: 'c' } } })],
    ['notion', aRequest({ json: { verification_token: 't', type: 'page.created' } })],
    ['notion', aRequest({ headers: { 'x-notion-signature': 'sha256=0' }, json: { verification_token: 't' } })],
  ])('of %s is not recognized in another request', (provider, request) => {
    expect(answer(provider, request)).toBeUndefined();
  });
});
