import { describe, expect, it } from '@jest/globals';
import { Clock } from '#kernel/clock.js';
import { LinkSignature } from './link-signature.js';

class ClockAt extends Clock {
  constructor(private readonly time: string) {
    super();
  }

  now(): Date {
    return new Date(this.time);
  }
}

const key = '0f'.repeat(32);
const now = new ClockAt('2026-01-05T10:00:00.000Z');
const links = new LinkSignature(key, now);
const claims = {
  executionId: '0190a000-0000-7000-8000-000000000001',
  contextId: 'P(1)~ask',
  email: 'zoë@example.com',
  expiresAt: '2026-01-05T10:00:00.001Z',
};
const token = links.sign({ purpose: 'resume', ...claims });

describe('the token of a link', () => {
  it('has the signed content, in every process with the same key', () => {
    expect(new LinkSignature(key.toUpperCase(), now).verify(token, 'resume')).toEqual(claims);
  });

  it('may have no recipient', () => {
    const anybody = { ...claims, email: null };
    expect(links.verify(links.sign({ purpose: 'resume', ...anybody }), 'resume')).toEqual(anybody);
  });

  it('needs no escaping in an address', () => {
    expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  it('is invalid from its expiry on', () => {
    const later = new LinkSignature(key, new ClockAt(claims.expiresAt));
    expect(later.verify(token, 'resume')).toBe('expired');
  });

  it.each(['', 'never', '2026-13-01T00:00:00.000Z'])('with the time %j has always expired', (expiresAt) => {
    expect(links.verify(links.sign({ purpose: 'resume', ...claims, expiresAt }), 'resume')).toBe('expired');
  });

  it('is invalid for another purpose', () => {
    expect(['', 'Resume', 'resume2', 'esume'].map((purpose) => links.verify(token, purpose))).toEqual(Array(4).fill('tampered'));
  });

  it('is invalid when a part of its purpose is moved into it', () => {
    expect(links.verify(`e${token}`, 'resum')).toBe('tampered');
  });

  it('is invalid when it was signed with another key', () => {
    expect(new LinkSignature('f0'.repeat(32), now).verify(token, 'resume')).toBe('tampered');
  });

  it('remains valid when its key has become a former one', () => {
    const renewed = new LinkSignature('f0'.repeat(32), now, ['aa'.repeat(32), key]);
    expect(renewed.verify(token, 'resume')).toEqual(claims);
    expect(links.verify(renewed.sign({ purpose: 'resume', ...claims }), 'resume')).toBe('tampered');
  });

  it('is invalid after any change of any character', () => {
    for (let index = 0; index < token.length; index += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const changed = token.slice(0, index) + String.fromCharCode(token.charCodeAt(index) ^ (1 << bit)) + token.slice(index + 1);
        expect(['tampered', 'malformed']).toContain(links.verify(changed, 'resume'));
      }
    }
  });

  it('is invalid when it is truncated', () => {
    for (let length = 0; length < token.length; length += 1) {
      expect(links.verify(token.slice(0, length), 'resume')).toBe(length < 44 ? 'malformed' : 'tampered');
    }
  });

  it('that has expired and was changed is only reported as changed', () => {
    const later = new LinkSignature(key, new ClockAt('2027-01-01T00:00:00.000Z'));
    expect(later.verify(`A${token}`, 'resume')).toBe('tampered');
  });

  it.each(['', 'x', ' ', `${token} `, `${token}\n`, `${token}=`, `${token}%00`, 'é'.repeat(60), 'A'.repeat(4097)])(
    'is not any other text (%#)',
    (text) => {
      expect(links.verify(text, 'resume')).toBe('malformed');
    },
  );
});
