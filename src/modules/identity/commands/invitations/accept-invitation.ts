import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '#ledger/events/decide.js';
import { organization } from '../../domain/organizations/organization.decider.js';
import { organizationStream } from '../../domain/organizations/organization.events.js';
import { workspaceInvitation } from '../../domain/workspaces/workspace-invitation.decider.js';
import { workspaceInvitationStream } from '../../domain/workspaces/workspace-invitation.events.js';
import { workspace } from '../../domain/workspaces/workspace.decider.js';
import { workspaceStream } from '../../domain/workspaces/workspace.events.js';
import type { LinkedInvitation } from '../../queries/sign-in/invitation-links.js';
import { organizationInvitation } from '../../store/organization-invitation.entity.js';
import { workspaceInvitationModel } from '../../store/sign-in/workspace-invitation.entity.js';

/** Makes the invited person a member and ends the invitation, in the append of the unit. */
@Injectable()
export class AcceptInvitation {
  /** @throws DomainError not-found when another claim was faster, or the workspace was deleted */
  async apply(unit: UnitOfWork, invitation: LinkedInvitation, userId: string): Promise<void> {
    const { id } = invitation;
    if (invitation.to === 'organization') {
      const accept = { type: 'accept-invitation', invitationId: id, userId } as const;
      await unit.on(organizationStream.at(invitation.organizationId), organization, () => [accept]);
      unit.write([organizationInvitation.remove({ id })]);
      return;
    }
    const { workspaceId, role: permission } = invitation;
    await unit.on(workspaceInvitationStream.at(id, workspaceId), workspaceInvitation, () => [{ type: 'end', reason: 'accepted' } as const]);
    // An admin may have added the user meanwhile: then only the invitation ends.
    await unit.on(workspaceStream.at(workspaceId, workspaceId), workspace, (state) =>
      state.status === 'active' && state.members.has(userId) ? [] : [{ type: 'add-member', userId, permission } as const],
    );
    unit.write([workspaceInvitationModel.remove({ id })]);
  }
}
