import { describe, expect, it } from '@jest/globals';
import { providerProblem } from './provider-problems.js';

describe('a failed sign-in at a provider', () => {
  it('is shown in words with the name of the provider', () => {
    expect(providerProblem('SIGN_IN_DENIED', 'Company account')).toBe('The sign-in was cancelled at Company account.');
  });

  it('keeps the code where there are no words for it', () => {
    expect(providerProblem('OTHER', 'Company account')).toBe('The sign-in at Company account failed (OTHER).');
  });
});
