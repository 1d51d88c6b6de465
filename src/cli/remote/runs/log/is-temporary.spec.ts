import { describe, expect, it } from '@jest/globals';
import { SluiceError } from '#client';
import { isTemporary } from './is-temporary.js';

describe('a failure', () => {
  it.each([
    ['of the network', new SluiceError('lost', { kind: 'NETWORK' })],
    ['of a server that is silent', new SluiceError('late', { kind: 'TIMEOUT' })],
    ['of a server that stops', new SluiceError('stopping', { kind: 'OTHER', status: 503 })],
    ['of a proxy whose server is away', new SluiceError('Bad gateway', { kind: 'OTHER', status: 502 })],
    ['of the rate', new SluiceError('too many', { kind: 'RATE_LIMIT_EXCEEDED', status: 429 })],
  ])('%s is temporary', (_what, error) => {
    expect(isTemporary(error)).toBe(true);
  });

  it.each([
    ['of the key', new SluiceError('no', { kind: 'UNAUTHORIZED', status: 401 })],
    ['of another server', new SluiceError('no JSON', { kind: 'INVALID_JSON', status: 200 })],
    ['of the program', new TypeError('undefined')],
  ])('%s stays', (_what, error) => {
    expect(isTemporary(error)).toBe(false);
  });
});
