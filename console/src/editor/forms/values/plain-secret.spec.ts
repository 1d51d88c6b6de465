import { describe, expect, it } from '@jest/globals';
import { isPlainSecret } from './plain-secret.js';

describe('a text in the field of a secret', () => {
  it.each(['sk-abc', '{"type":"service_account","key":"x"}', '<s3cret!', 'pa<ss>word', '{abc}', '{{not a name}}'])(
    '%s is a secret',
    (text) => {
      expect(isPlainSecret(text)).toBe(true);
    },
  );

  it.each(['', '{', '{{', '{{API_KEY', '{{API_KEY}}', 'Bearer {{API_KEY}}', '<', '<start.k', '<start.key>', 'Bearer <größe 2.key[0]>'])(
    '%j is a place where one is, or becomes one',
    (text) => {
      expect(isPlainSecret(text)).toBe(false);
    },
  );
});
