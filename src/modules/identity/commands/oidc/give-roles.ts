import type { UnitOfWork } from '#ledger/events/decide.js';
import { organization } from '../../domain/organizations/organization.decider.js';
import { organizationStream } from '../../domain/organizations/organization.events.js';
import type { GrantedRoles } from '../../domain/sign-in/group-roles.js';
import { workspace } from '../../domain/workspaces/workspace.decider.js';
import { workspaceStream } from '../../domain/workspaces/workspace.events.js';

/**
 * Makes a person what their groups say, in the append of the unit. It takes no membership away, and leaves the last owner of an organization and the
 * owner of a workspace what they are. A place that is not there is passed over: a mapping may outlive it.
 */
export async function giveRoles(unit: UnitOfWork, userId: string, { organizations, workspaces }: GrantedRoles): Promise<void> {
  for (const [id, role] of organizations) {
    await unit.on(organizationStream.at(id), organization, (state) => {
      if (state.status !== 'active') return [];
      const present = state.members.get(userId);
      if (present === undefined) return [{ type: 'add-member', userId, role } as const];
      const isLastOwner = present === 'owner' && [...state.members.values()].filter((other) => other === 'owner').length === 1;
      return present === role || isLastOwner ? [] : [{ type: 'change-role', userId, role } as const];
    });
  }
  for (const [id, permission] of workspaces) {
    await unit.on(workspaceStream.at(id, id), workspace, (state) => {
      if (state.status !== 'active') return [];
      const present = state.members.get(userId);
      if (present === undefined) return [{ type: 'add-member', userId, permission } as const];
      return present === permission || state.ownerId === userId ? [] : [{ type: 'change-permission', userId, permission } as const];
    });
  }
}
