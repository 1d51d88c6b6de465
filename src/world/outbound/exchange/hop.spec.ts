import { describe, expect, it } from '@jest/globals';
import { type Hop, firstHop, nextHop } from './hop.js';
import { OutboundFailure, type OutboundRequest } from '../outbound-http.js';

const secret = { authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': 'k', 'content-type': 'text/plain', 'accept-language': 'de' };

function hop(more: Partial<OutboundRequest> = {}): Hop {
  return firstHop({ url: 'https://api.example/start', method: 'GET', timeoutMs: 1, ...more });
}

function failureOf(act: () => unknown): OutboundFailure {
  try {
    act();
  } catch (error) {
    if (error instanceof OutboundFailure) return error;
    throw error;
  }
  throw new Error('Expected a failure');
}

describe('first hop', () => {
  it.each([
    'file:///etc/passwd',
    'data:text/plain,x',
    'gopher://a.example/',
    'ftp://a.example/',
    'unix:/run/x.sock',
    'javascript:1',
    'ws://a.example',
    'http:',
    'http://',
    '//a.example',
    'a.example',
    '',
    'http://user@a.example',
    'http://:secret@a.example',
    'http://[fe80::1%25lo]/',
    'http://a b/',
    'http://x:99999/',
    'http://x:0/',
    'http://1.2.3.4.5/',
    'http://%00/',
    'http://[::g]/',
  ])('refuses %s (AC-82, AC-87)', (url) => {
    expect(failureOf(() => hop({ url }))).toMatchObject({
      kind: 'invalid',
      message: 'The URL must be an http or https address without user name',
    });
  });

  it.each([
    ['url', { url: new URL('http://a.example') }],
    ['url', { url: ['http://a.example'] }],
    ['method', { method: { toUpperCase: () => 'GET' } }],
    ['method', { method: ['GET'] }],
    ['headers', { headers: { a: ['b'] } }],
    ['headers', { headers: { a: { b: 'c' } } }],
    ['body', { body: { path: '/etc/passwd' } }],
    ['body', { body: ['x'] }],
  ])('refuses an object or array as %s (AC-87)', (_, options) => {
    expect(failureOf(() => hop(options as unknown as Partial<OutboundRequest>)).kind).toBe('invalid');
  });

  it.each(['CONNECT', 'TRACE', 'GET /', 'G\r\nET', '', 'FETCH'])('refuses the method %j', (method) => {
    expect(failureOf(() => hop({ method }))).toMatchObject({ kind: 'invalid', message: 'The method is not supported' });
  });

  it.each([{ 'a\r\nb': '1' }, { a: 'b\r\nc: d' }, { '': '1' }, { a: 'b\0' }, { ['x'.repeat(200) + ' ']: '1' }])(
    'refuses the headers %j',
    (headers) => {
      expect(failureOf(() => hop({ headers })).kind).toBe('invalid');
    },
  );

  it('lets the caller replace the default headers and no header of the connection', () => {
    const { headers } = hop({
      headers: { 'User-Agent': 'Mine', HOST: 'inside', Connection: 'close', 'Proxy-Authorization': 'x', 'X-One': '1' },
    });
    expect(Object.fromEntries(headers)).toEqual({
      accept: '*/*',
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': 'Mine',
      'x-one': '1',
    });
  });
});

describe('redirect', () => {
  it.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [303, 'DELETE', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [302, 'HEAD', 'HEAD'],
    [301, 'PUT', 'PUT'],
    [307, 'POST', 'POST'],
    [308, 'PATCH', 'PATCH'],
  ])('with %d turns a %s into a %s', (status, method, expected) => {
    expect(nextHop(hop({ method }), status, '/next')?.method).toBe(expected);
  });

  it.each([301, 302, 303])('with %d drops the body of a POST and what describes it', (status) => {
    const next = nextHop(hop({ method: 'POST', body: 'b', headers: secret }), status, '/next');
    expect(next?.body).toBeNull();
    expect(next?.headers.get('authorization')).toBe('Bearer x');
    expect(next?.headers.has('content-type')).toBe(false);
  });

  it.each([307, 308])('with %d keeps everything within an origin', (status) => {
    const first = hop({ method: 'POST', body: 'b', headers: secret });
    expect(nextHop(first, status, '/next')).toEqual({ ...first, url: new URL('https://api.example/next') });
  });

  const elsewhere = [
    'http://api.example/next',
    'https://api.example:8443/next',
    'https://evil.example/next',
    'https://sub.api.example/',
    '//evil.example',
  ];

  it.each(elsewhere)('to %s loses credentials and custom headers on every status (AC-86, AC-92)', (location) => {
    for (const status of [301, 302, 303, 307, 308]) {
      const headers = Object.fromEntries(nextHop(hop({ headers: secret }), status, location)?.headers ?? []);
      expect(headers).toEqual({ accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'Sluice', 'accept-language': 'de' });
    }
  });

  it.each(elsewhere)('to %s never carries a body along (AC-86)', (location) => {
    for (const status of [307, 308]) {
      const failure = failureOf(() => nextHop(hop({ method: 'POST', body: 'secret' }), status, location));
      expect(failure).toMatchObject({ kind: 'redirects', message: 'The response redirects the request body to another origin' });
    }
    expect(nextHop(hop({ method: 'POST', body: 'secret' }), 303, location)?.body).toBeNull();
  });

  it.each([
    'file:///etc/passwd',
    'data:text/plain,x',
    'gopher://a.example',
    'ftp://a.example',
    'http://u:p@a.example',
    'http://[bad',
    'https://a.example:0/',
  ])('to %s is blocked (AC-86)', (location) => {
    expect(failureOf(() => nextHop(hop(), 302, location))).toMatchObject({
      kind: 'blocked',
      message: 'Destination not allowed: the response redirects to an address that is not http or https, or has a user name',
    });
  });

  it('is none without a location or with another status', () => {
    expect(nextHop(hop(), 302, undefined)).toBeUndefined();
    for (const status of [200, 201, 300, 304, 305, 306, 400]) expect(nextHop(hop(), status, '/next')).toBeUndefined();
  });
});
