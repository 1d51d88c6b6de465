import { describe, expect, it } from '@jest/globals';
import { effectTarget } from './effect-target.js';

const none = new Map<string, string>();

describe('what is recorded of a request', () => {
  it('is its method, origin and path', () => {
    expect(effectTarget({ method: 'post', url: 'https://user:word@a.example:8443/v1/things?key=1#x' }, none)).toBe(
      'POST https://a.example:8443/v1/things',
    );
  });

  it.each(['hunter2', 'a b|c"d', 'grün/é?', '100%25 sure'])('never shows the secret %s, however an address writes it', (secret) => {
    const secrets = new Map([['KEY', secret]]);
    for (const url of [`https://a.example/bot${secret}/send`, `https://a.example/bot${encodeURIComponent(secret)}/send`]) {
      const shown = effectTarget({ method: 'GET', url }, secrets);
      expect(shown).toContain('{{KEY}}');
      expect(decodeURIComponent(shown)).not.toContain(secret.split('?')[0]);
    }
  });
});
