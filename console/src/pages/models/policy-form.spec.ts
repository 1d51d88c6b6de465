import { expect, it } from '@jest/globals';
import { policyForm, policyFrom } from './policy-form.js';

it('a form keeps what it does not show', () => {
  const policy = { contents: 'masked', tokensPerMinute: 1000, allow: ['openai/*', 'local/small'] } as const;
  expect(policyFrom({ ...policyForm(policy), callsAtOnce: '3' }, policy)).toEqual({ ...policy, callsAtOnce: 3 });
});

it('an empty form removes the policy', () => {
  const policy = { deny: ['openai/*'], requirePrices: true };
  expect(policyFrom(policyForm({}), policy)).toBeNull();
});
