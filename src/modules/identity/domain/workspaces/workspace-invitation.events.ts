import { audited, type AuditLine } from '#kernel/audit-line.js';
import type { Permission } from '#kernel/caller.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';

/** A person with the link of the invitation may join until then. The address need not be known. */
export const WorkspaceInvitationMade = defineEvent('workspace-invitation.made')<{
  workspaceId: string;
  email: string;
  permission: Permission;
  expiresAt: string;
}>();
export const WorkspaceInvitationEnded = defineEvent('workspace-invitation.ended')<{
  workspaceId: string;
  email: string;
  reason: 'accepted' | 'withdrawn' | 'replaced';
}>();

export const workspaceInvitationEvents = [WorkspaceInvitationMade, WorkspaceInvitationEnded] as const;
export type WorkspaceInvitationEvent = EventOf<typeof workspaceInvitationEvents>;
export const workspaceInvitationStream = defineStream('workspace-invitation', 'ledger', workspaceInvitationEvents);

export const workspaceInvitationAudit: readonly AuditLine[] = [
  audited(WorkspaceInvitationMade, 'member.invited', 'workspace', ({ workspaceId, ...details }, { streamId }) => ({
    resourceId: workspaceId,
    details: { invitationId: streamId, ...details },
  })),
  audited(WorkspaceInvitationEnded, 'invitation.ended', 'workspace', ({ workspaceId, ...details }, { streamId }) => ({
    resourceId: workspaceId,
    details: { invitationId: streamId, ...details },
  })),
];
