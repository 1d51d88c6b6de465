import { describe, expect, it } from '@jest/globals';
import { hashPassword, isPassword } from './password-hash.js';

describe('the hash of a password', () => {
  it('accepts the password and no other one', async () => {
    const hash = await hashPassword('open sesame');
    expect(await isPassword('open sesame', hash)).toBe(true);
    expect(await isPassword('open sesame ', hash)).toBe(false);
    expect(await isPassword('', hash)).toBe(false);
  });

  it('contains neither the password nor the same salt twice', async () => {
    const [one, other] = [await hashPassword('open sesame'), await hashPassword('open sesame')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toContain('sesame');
    expect(one).not.toBe(other);
  });

  it('of another form accepts nothing', async () => {
    expect(await isPassword('', '')).toBe(false);
    expect(await isPassword('x', '$argon2i$v=19$m=8,t=1,p=1$c2FsdA$dGFn')).toBe(false);
  });

  it('is made two at a time, and refused while too many wait', async () => {
    const asked = Array.from({ length: 40 }, () =>
      hashPassword('x').then(
        () => 'made',
        (error: { kind: string }) => error.kind,
      ),
    );
    const counted = Object.groupBy(await Promise.all(asked), (outcome) => outcome);
    expect([counted['made']?.length, counted['unavailable']?.length]).toEqual([34, 6]);
  });
});
