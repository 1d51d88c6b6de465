import { describe, expect, it } from '@jest/globals';
import { commonForms, normalisedPassword, passwordProblem } from './password-rules.js';

const owner = { email: 'ada.lovelace@example.org', name: 'Ada Lovelace' };
const problem = (password: string): string | undefined => passwordProblem(password, owner);

describe('a password', () => {
  it.each([
    ['several words', 'correct horse battery'],
    ['random characters', 'x8#Qm2!vL0pRt5z'],
    ['letters of any script', 'пятнадцать-слонов'],
    ['its owner and much more', 'ada plays chess on tuesdays'],
    ['256 characters', 'abcdef gh'.repeat(28) + 'xyzq'],
  ])('is accepted: %s', (_, password) => {
    expect(problem(password)).toBeUndefined();
  });

  it.each([
    ['shorter than 15 characters', 'x8#Qm2!vL0pRt5', 'must have 15 to 256 characters'],
    ['longer than 256 characters', 'abcdefg 12'.repeat(26), 'must have 15 to 256 characters'],
    ['one character again and again', 'a'.repeat(20), 'must not be a repetition or a sequence of characters'],
    ['one word again and again', 'tomato'.repeat(4), 'must not be a repetition or a sequence of characters'],
    ['a sequence of digits', '123456789012345', 'must not be a repetition or a sequence of characters'],
    ['a sequence of letters', 'abcdefghijklmnop', 'must not be a repetition or a sequence of characters'],
    ['its owner', 'Ada.Lovelace@example.org', 'must not consist of your name, your e-mail address or the word "password"'],
    ['the word password', 'PasswordPassword1', 'must not consist of your name, your e-mail address or the word "password"'],
    ['the product and its owner', 'sluice-lovelace-1', 'must not consist of your name, your e-mail address or the word "password"'],
  ])('is refused: %s', (_, password, reason) => {
    expect(problem(password)).toBe(reason);
  });

  it('counts characters, not code units', () => {
    expect(problem('😀😁😂🤣😃😄😅')).toBe('must have 15 to 256 characters');
  });

  it.each([
    ['IloveYou!!!!!!!!', 'iloveyou'],
    ['123456basketball', 'basketball'],
    ['1qazxsw23edcvfr4', '1qazxsw23edcvfr4'],
    ['Größe 2026 – 2027!', 'größe'],
  ])('is looked up without what was added to it: %s', (password, form) => {
    expect(commonForms(password)).toContain(form);
  });

  it('is looked up with the signs in it', () => {
    expect(commonForms('iloveyou and nine foxes')).not.toContain('iloveyou');
  });

  it('is the same however its characters are composed', () => {
    expect(normalisedPassword('Cafe\u0301')).toBe(normalisedPassword('Café'));
  });
});
