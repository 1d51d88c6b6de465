import { describe, expect, it } from '@jest/globals';
import { MaybeWorkspaceRequest, WorkspaceRequest } from '#edge/request/workspace.request.js';
import { readsWorkspace, refuseTwoWorkspaces } from './one-workspace.js';

const ask = (query: Record<string, string | string[]>, body: unknown) => (): void => refuseTwoWorkspaces({ url: '/x?y', query, body });

class Creating extends WorkspaceRequest {
  name = '';
}

class Routes {
  create(_query: object, _body: Creating): void {}
  remove(_body: MaybeWorkspaceRequest): void {}
  run(_input: object, _text: string): void {}
}
// The compiler writes these down for routes with decorators.
for (const [route, types] of Object.entries({ create: [Object, Creating], remove: [MaybeWorkspaceRequest], run: [Object, String] }))
  Reflect.defineMetadata('design:paramtypes', types, Routes.prototype, route);

describe('a route', () => {
  it.each([
    ['create', true],
    ['remove', true],
    ['run', false],
  ] as const)('%s reads a workspace when one of its requests has the field', (route, reads) => {
    const context = { getClass: () => Routes as never, getHandler: () => Routes.prototype[route] };
    expect(readsWorkspace(context)).toBe(reads);
  });
});

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
