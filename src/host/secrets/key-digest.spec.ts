import { describe, expect, it } from '@jest/globals';
import { KeyDigest } from './key-digest.js';

const encryptionKey = '0f'.repeat(32);

describe('key digest', () => {
  const digest = new KeyDigest(encryptionKey, 'api-key');

  it('is 64 hex digits and the same for the same value', () => {
    expect(digest.digest('value')).toMatch(/^[0-9a-f]{64}$/);
    expect(new KeyDigest(encryptionKey, 'api-key').digest('value')).toBe(digest.digest('value'));
  });

  it('differs for another value, another purpose and another encryption key', () => {
    const others = [
      digest.digest('Value'),
      new KeyDigest(encryptionKey, 'resume-link').digest('value'),
      new KeyDigest('f0'.repeat(32), 'api-key').digest('value'),
    ];
    expect(new Set([digest.digest('value'), ...others]).size).toBe(4);
  });

  it('never changes, because digests are stored', () => {
    expect(digest.digest('sk-sluice-example')).toBe('d39c6e05900b6b7ab7a542b7b72123b2ad3dccb7ab9255149abeacbceb961e10');
  });

  it('returns the digests of a value under previous keys', () => {
    const renewed = new KeyDigest('f0'.repeat(32), 'api-key', [encryptionKey]);
    expect(renewed.digest('value')).not.toBe(digest.digest('value'));
    expect(renewed.formerDigests('value')).toEqual([digest.digest('value')]);
    expect(digest.formerDigests('value')).toEqual([]);
  });
});
