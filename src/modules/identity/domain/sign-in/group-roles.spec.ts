import { describe, expect, it } from '@jest/globals';
import { grantedRoles } from './group-roles.js';

const roles = [
  { group: 'staff', workspace: 'w-1', permission: 'read' },
  { group: 'builders', workspace: 'w-1', permission: 'admin' },
  { group: 'builders', workspace: 'w-2', permission: 'write' },
  { group: 'heads', organization: 'o-1', role: 'owner' },
  { group: 'staff', organization: 'o-1', role: 'member' },
] as const;

describe('the roles of groups', () => {
  it('are those of the groups of the person', () => {
    const { organizations, workspaces } = grantedRoles(roles, ['staff', 'others']);
    expect([...workspaces]).toEqual([['w-1', 'read']]);
    expect([...organizations]).toEqual([['o-1', 'member']]);
  });

  it('are the strongest of several, in whatever order', () => {
    const { organizations, workspaces } = grantedRoles(roles, ['heads', 'builders', 'staff']);
    expect([...workspaces]).toEqual([
      ['w-1', 'admin'],
      ['w-2', 'write'],
    ]);
    expect([...organizations]).toEqual([['o-1', 'owner']]);
    expect([...grantedRoles(roles.toReversed(), ['staff', 'builders']).workspaces]).toContainEqual(['w-1', 'admin']);
  });

  it('are none without a group that has one', () => {
    expect(grantedRoles(roles, ['others'])).toEqual({ organizations: new Map(), workspaces: new Map() });
  });
});
