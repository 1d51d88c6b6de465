import type { Permission } from '#kernel/caller.js';
import type { Decider } from '#kernel/decider.js';
import { notFound } from '#kernel/errors.js';
import { WorkspaceInvitationEnded, WorkspaceInvitationMade, type WorkspaceInvitationEvent } from './workspace-invitation.events.js';

interface Terms {
  readonly workspaceId: string;
  readonly email: string;
  readonly permission: Permission;
  readonly expiresAt: string;
}

export type WorkspaceInvitationCommand =
  | ({ readonly type: 'make' } & Terms)
  | { readonly type: 'end'; readonly reason: 'accepted' | 'withdrawn' | 'replaced' };

/** `none`: it was never made, or has ended. */
export type WorkspaceInvitationState = 'none' | Pick<Terms, 'workspaceId' | 'email'>;

/** An invitation ends once: of two people who use its link at the same moment, one joins. */
export const workspaceInvitation: Decider<WorkspaceInvitationState, WorkspaceInvitationCommand, WorkspaceInvitationEvent> = {
  initial: 'none',

  decide(command, state) {
    if (command.type === 'make') {
      const { type: _, ...terms } = command;
      return [WorkspaceInvitationMade(terms)];
    }
    if (state === 'none') throw notFound('Invitation');
    return [WorkspaceInvitationEnded({ ...state, reason: command.reason })];
  },

  evolve(_, event) {
    if (event.type === 'workspace-invitation.ended') return 'none';
    const { workspaceId, email } = event.payload;
    return { workspaceId, email };
  },
};
