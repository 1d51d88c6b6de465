import { describe, expect, it } from '@jest/globals';
import { SecretBox, SecretBoxError } from './secret-box.js';

const encryptionKey = '0f'.repeat(32);
const box = new SecretBox(encryptionKey);

function reasonOf(open: () => string): string {
  try {
    return open();
  } catch (error) {
    return error instanceof SecretBoxError ? error.reason : 'another error';
  }
}

describe('secret box', () => {
  it.each(['', 'a', 'päss wörd 🔑', 'x'.repeat(100_000)])('opens what it sealed (%#)', (plaintext) => {
    expect(box.decrypt(box.encrypt(plaintext, 'w1/TOKEN'), 'w1/TOKEN')).toBe(plaintext);
  });

  it('opens in another process with the same key', () => {
    expect(new SecretBox(encryptionKey.toUpperCase()).decrypt(box.encrypt('secret', 'place'), 'place')).toBe('secret');
  });

  it('seals the same value differently each time', () => {
    expect(box.encrypt('secret', 'place')).not.toBe(box.encrypt('secret', 'place'));
  });

  it('refuses a value moved to another place', () => {
    const sealed = box.encrypt('secret', 'workspace-1/TOKEN');
    expect(reasonOf(() => box.decrypt(sealed, 'workspace-2/TOKEN'))).toBe('tampered');
  });

  it('says so when the value was sealed with another key', () => {
    const sealed = box.encrypt('secret', 'place');
    expect(reasonOf(() => new SecretBox('f0'.repeat(32)).decrypt(sealed, 'place'))).toBe('other-key');
  });

  it('opens what was sealed with a previous key, and seals with the present one', () => {
    const renewed = new SecretBox('f0'.repeat(32), ['aa'.repeat(32), encryptionKey]);
    expect(renewed.decrypt(box.encrypt('secret', 'place'), 'place')).toBe('secret');
    expect(renewed.encrypt('secret', 'place').startsWith(`${renewed.keyId}.`)).toBe(true);
    expect(reasonOf(() => box.decrypt(renewed.encrypt('secret', 'place'), 'place'))).toBe('other-key');
    expect(reasonOf(() => renewed.decrypt(box.encrypt('secret', 'place'), 'elsewhere'))).toBe('tampered');
  });

  it('opens across a change of keys in two steps, whichever process sealed', () => {
    const [before, after] = [new SecretBox(encryptionKey, ['f0'.repeat(32)]), new SecretBox('f0'.repeat(32), [encryptionKey])];
    expect(before.decrypt(after.encrypt('secret', 'place'), 'place')).toBe('secret');
    expect(after.decrypt(before.encrypt('secret', 'place'), 'place')).toBe('secret');
  });

  it('refuses every changed character', () => {
    const sealed = box.encrypt('secret', 'place');
    for (let index = 0; index < sealed.length; index += 1) {
      for (const mask of [1, 2, 4, 8, 16, 32, 64]) {
        const changed = sealed.slice(0, index) + String.fromCharCode(sealed.charCodeAt(index) ^ mask) + sealed.slice(index + 1);
        expect(['tampered', 'other-key']).toContain(reasonOf(() => box.decrypt(changed, 'place')));
      }
    }
  });

  it('refuses every truncation', () => {
    const sealed = box.encrypt('secret', 'place');
    for (let length = 0; length < sealed.length; length += 1) {
      expect(reasonOf(() => box.decrypt(sealed.slice(0, length), 'place'))).toBe('tampered');
    }
  });

  it.each(['', 'ab', 'g'.repeat(64), 'a'.repeat(63), 'a'.repeat(65)])('refuses an encryption key that is not 64 hex digits (%#)', (key) => {
    expect(() => new SecretBox(key)).toThrow('The encryption key must be 64 hexadecimal digits');
  });
});
