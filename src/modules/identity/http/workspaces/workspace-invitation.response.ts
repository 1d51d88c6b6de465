import type { WorkspaceInvitationView } from '../../queries/workspaces/workspace-invitations.js';

export function workspaceInvitationResponse({
  id,
  email,
  permission,
  invitedAt,
  expiresAt,
}: WorkspaceInvitationView): Readonly<WorkspaceInvitationView> {
  return { id, email, permission, invitedAt, expiresAt };
}
