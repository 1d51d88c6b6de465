import { describe, expect, it } from '@jest/globals';
import { plainRefusal } from './private-address.js';

describe('an address without TLS', () => {
  it.each([
    ['http://127.0.0.1:8000', ['127.0.0.0/8'], undefined],
    ['http://[::1]:8000', ['::1'], undefined],
    ['http://10.0.0.1', ['127.0.0.0/8'], 'not-listed'],
    ['http://192.0.2.1', [], 'not-listed'],
    ['http://8.8.8.8', ['8.8.8.8'], 'not-listed'],
    ['http://8.8.8.8:25', ['8.8.8.8:25'], 'not-listed'],
    ['http://no-such-host.invalid', [], 'not-listed'],
    ['http://127.0.0.1:9', ['127.0.0.0/8'], 'port'],
    ['http://127.0.0.1:9', ['127.0.0.1:9'], undefined],
  ])('%s with the list %j: %s', async (url, allow, refusal) => {
    expect(await plainRefusal(new URL(url), allow)).toBe(refusal);
  });
});
