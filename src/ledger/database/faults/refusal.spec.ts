import { describe, expect, it } from '@jest/globals';
import { isRefusal } from './refusal.js';

const answer = (severity: string | undefined, code: string): Error => Object.assign(new Error('the database says no'), { severity, code });

describe('an error of a statement', () => {
  it.each(['23505', '40P01', '53100', '57014', '21000', '58030', 'P0001', 'XX000', 'XX001'])(
    'is a refusal where the connection stays: %s',
    (code) => {
      expect(isRefusal(answer('ERROR', code))).toBe(true);
      // In the language of the server.
      expect(isRefusal(answer('FEHLER', code))).toBe(true);
    },
  );

  it.each([
    ['FATAL', '57P01'],
    ['FATAL', '25P03'],
    ['PANIC', '53100'],
    ['FATAL', 'XX000'],
    // Of a pooler that has lost the server.
    ['ERROR', '08P01'],
    [undefined, 'EPIPE'],
    [undefined, 'ECONNRESET'],
  ])('has an unknown outcome where the connection ends: %s %s', (severity, code) => {
    expect(isRefusal(answer(severity, code))).toBe(false);
  });

  it('has an unknown outcome where the driver says no more', () => {
    expect(isRefusal(new Error('Connection terminated unexpectedly'))).toBe(false);
    expect(isRefusal(undefined)).toBe(false);
  });
});
