import { describe, expect, it } from '@jest/globals';
import { codeOf, newCodeSecret, newRecoveryCode, recoveryCodeDigest, stepAt, stepOfCode } from './one-time-code.js';

/** The secret of the test vectors of RFC 6238: the text 12345678901234567890. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('is that of RFC 6238 at %s s', (seconds, code) => {
    expect(codeOf(secret, stepAt(seconds * 1000))).toBe(code);
  });

  it('is accepted one step early and late, and no further', () => {
    const now = 1_111_111_111_000;
    const step = stepAt(now);
    const accepted = [-2, -1, 0, 1, 2].map((aside) => stepOfCode(secret, codeOf(secret, step + aside), now));
    expect(accepted).toEqual([undefined, step - 1, step, step + 1, undefined]);
  });

  it.each(['', '28708', '2870822', 'abcdef', '２８７０８２', '-28708'])('has six digits: %s is none', (code) => {
    expect(stepOfCode(secret, code, 59_000)).toBeUndefined();
  });

  it('comes from 160 random bits', () => {
    const made = newCodeSecret();
    expect(made).toMatch(/^[A-Z2-7]{32}$/);
    expect(newCodeSecret()).not.toBe(made);
  });
});

describe('a recovery code', () => {
  it('is four groups of four letters, different each time', () => {
    const code = newRecoveryCode();
    expect(code).toMatch(/^[a-z2-7]{4}(?:-[a-z2-7]{4}){3}$/);
    expect(newRecoveryCode()).not.toBe(code);
  });

  it('is the same however it is typed', () => {
    const code = newRecoveryCode();
    expect(recoveryCodeDigest(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(recoveryCodeDigest(code));
    expect(recoveryCodeDigest(newRecoveryCode())).not.toBe(recoveryCodeDigest(code));
  });
});
