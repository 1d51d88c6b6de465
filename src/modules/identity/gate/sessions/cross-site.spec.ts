import { describe, expect, it } from '@jest/globals';
import { isCrossSite } from './cross-site.js';

const [own, base] = ['http://127.0.0.1:3000', 'https://sluice.example'];
const judge = (method: string, headers: Record<string, string>): boolean => isCrossSite({ method, headers, own, base });
const changing = ['POST', 'PUT', 'PATCH', 'DELETE'];

describe.each(changing)('%s with a cookie', (method) => {
  it.each([
    ['a page of this server', { 'sec-fetch-site': 'same-origin' }],
    ['a page of this server, in a browser without Sec-Fetch-Site', { origin: own }],
    ['a page at the base URL', { origin: base }],
  ])('is accepted from %s', (_, headers) => {
    expect(judge(method, headers)).toBe(false);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: own }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site', origin: own }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['another site, in a browser without Sec-Fetch-Site', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['a host that begins like this one', { origin: `${base}.evil.example` }],
    ['this host over another scheme', { origin: 'http://sluice.example' }],
    ['a client that says nothing', {}],
    ['a form of another site', { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' }],
  ])('is refused from %s', (_, headers) => {
    expect(judge(method, headers)).toBe(true);
  });
});

describe('GET with a cookie', () => {
  it.each([
    ['a link on another site', { 'sec-fetch-site': 'cross-site' }],
    ['a client that says nothing', {}],
    ['a stream of a page of this server', { 'sec-fetch-site': 'same-origin', accept: 'text/event-stream' }],
  ])('is accepted: %s', (_, headers) => {
    expect(judge('GET', headers)).toBe(false);
  });

  it('is refused for a stream that another site opens', () => {
    expect(judge('GET', { 'sec-fetch-site': 'cross-site', accept: 'text/event-stream' })).toBe(true);
  });
});
