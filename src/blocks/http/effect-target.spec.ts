import { describe, expect, it } from '@jest/globals';
import { effectTarget } from './effect-target.js';

describe('what is recorded of a request', () => {
  it('is its method, origin and path', () => {
    expect(effectTarget({ method: 'post', url: 'https://user:word@a.example:8443/v1/things?key=1#x' })).toBe(
      'POST https://a.example:8443/v1/things',
    );
  });

  it.each([
    ['https://user:{{WORD}}@a.example:8443/v1/{{THING}}?key={{KEY}}#x', 'POST https://a.example:8443/v1/{{THING}}'],
    ['{{BASE}}/v1/things?key={{KEY}}', 'POST {{BASE}}/v1/things'],
    ['https://{{HOST}}', 'POST https://{{HOST}}'],
  ])('of %s shows the names of secrets as they are written', (url, target) => {
    expect(effectTarget({ method: 'post', url })).toBe(target);
  });

  it('says so when there is no address', () => {
    expect(effectTarget({ method: 'get', url: 'nonsense' })).toBe('GET invalid address');
  });
});
