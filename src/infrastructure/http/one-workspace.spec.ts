import { describe, expect, it } from '@jest/globals';
import { refuseTwoWorkspaces } from './one-workspace.js';

const ask = (query: Record<string, string | string[]>, body: unknown) => (): void => refuseTwoWorkspaces({ url: '/x?y', query, body });

describe('a request that names workspaces', () => {
  it('is refused when they are two, in any form', () => {
    for (const [one, other] of [
      ['a', 'b'],
      ['a', ['a']],
      [['a', 'a'], 'a'],
      ['a', null],
    ] as const)
      expect(ask({ workspaceId: one as string }, { workspaceId: other })).toThrow(
        'workspaceId must be the same in the address and in the body',
      );
  });

  it('may name the same one twice, or one in one place', () => {
    expect(ask({ workspaceId: 'a' }, { workspaceId: 'a' })).not.toThrow();
    expect(ask({}, { workspaceId: 'a' })).not.toThrow();
    expect(ask({ workspaceId: 'a' }, {})).not.toThrow();
    expect(ask({ workspaceId: 'a' }, undefined)).not.toThrow();
  });
});
