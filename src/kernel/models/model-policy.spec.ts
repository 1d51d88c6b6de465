import { describe, expect, it } from '@jest/globals';
import { allows, policyProblems, strictest } from './model-policy.js';

describe('policies of models', () => {
  it('demand nothing when there are none', () => {
    expect(strictest([{}, {}])).toEqual({
      requirePrices: false,
      contents: 'full',
      allow: [],
      deny: [],
      tokensPerMinute: null,
      callsAtOnce: null,
      approveWritesAfterUntrusted: false,
    });
  });

  it('demand together what any of them demands', () => {
    const plan = { contents: 'masked', deny: ['gpt-3*'], tokensPerMinute: 1000 } as const;
    const workspace = { requirePrices: true, contents: 'none', allow: ['gpt-*'], tokensPerMinute: 50, callsAtOnce: 3 } as const;
    expect(strictest([plan, { approveWritesAfterUntrusted: true, allow: ['openai/*'] }, workspace])).toEqual({
      requirePrices: true,
      contents: 'none',
      allow: [['openai/*'], ['gpt-*']],
      deny: ['gpt-3*'],
      tokensPerMinute: 50,
      callsAtOnce: 3,
      approveWritesAfterUntrusted: true,
    });
  });

  it('are as strict in any order', () => {
    const policies = [{ contents: 'none', callsAtOnce: 2 }, { contents: 'full', callsAtOnce: 9, deny: ['a'] }, {}] as const;
    expect(strictest(policies.toReversed())).toEqual(strictest(policies));
  });

  const gpt = { model: ['gpt-4o', 'openai/gpt-4o'] };
  it.each([
    ['nothing is said', {}, true],
    ['a list names it', { allow: ['claude-*', 'GPT-4o'] }, true],
    ['a list names its provider', { allow: ['openai/*'] }, true],
    ['a list names others only', { allow: ['claude-*'] }, false],
    ['a list is about tools and hosts only', { allow: ['tool:api', 'host:*.example'] }, true],
    ['it is denied as well', { allow: ['gpt-4o'], deny: ['openai/*'] }, false],
    ['another one is denied', { deny: ['gpt-4o-mini', 'gpt-4', '*-4'] }, true],
    ['everything is denied', { deny: ['*'] }, false],
    ['a pattern has several stars', { deny: ['*pt*4*o'] }, false],
    ['the ends of a pattern overlap', { deny: ['gpt-4*4o'] }, true],
  ])('decide on a model when %s', (_, policy, isAllowed) => {
    expect(allows(strictest([policy]), gpt)).toBe(isAllowed);
  });

  it('need every list to allow a model', () => {
    expect(allows(strictest([{ allow: ['gpt-*'] }, { allow: ['gpt-4o'] }]), gpt)).toBe(true);
    expect(allows(strictest([{ allow: ['gpt-*'] }, { allow: ['claude-*'] }]), gpt)).toBe(false);
  });

  it('decide on tools and hosts by entries of their own kind', () => {
    const policy = strictest([{ allow: ['gpt-*', 'tool:api'], deny: ['host:*.internal', 'tool:function', 'host:::1'] }]);
    expect(['a.internal', 'A.INTERNAL.', '[::1]'].map((host) => allows(policy, { host }))).toEqual([false, false, false]);
    expect([allows(policy, { tool: ['api'] }), allows(policy, { tool: ['function'] }), allows(policy, { tool: ['table'] })]).toEqual([
      true,
      false,
      false,
    ]);
    expect([allows(policy, { host: 'a.internal' }), allows(policy, { host: 'a.example' })]).toEqual([false, true]);
  });

  it('are matched in time that is linear for hostile patterns', () => {
    const policy = strictest([{ deny: [`${'*a'.repeat(99)}b`] }]);
    expect(allows(policy, { model: ['a'.repeat(200)] })).toBe(true);
  });

  it('are refused with the path of each problem', () => {
    const written = { requirePrices: 'yes', contents: 'some', allow: [''], tokensPerMinute: 0, callsAtOnce: 1.5, prices: 1 };
    expect(policyProblems(written, ['modelPolicy']).map(({ path, code }) => [path.join('.'), code])).toEqual([
      ['modelPolicy.prices', 'unknown_field'],
      ['modelPolicy.requirePrices', 'invalid'],
      ['modelPolicy.contents', 'invalid'],
      ['modelPolicy.allow.0', 'invalid'],
      ['modelPolicy.tokensPerMinute', 'invalid'],
      ['modelPolicy.callsAtOnce', 'invalid'],
    ]);
    expect(policyProblems([], ['modelPolicy'])).toHaveLength(1);
  });
});
