import type { OrganizationMemberView, WorkspaceMemberView } from '../queries/views.js';

export function workspaceMemberResponse({ userId, email, permission }: WorkspaceMemberView): WorkspaceMemberView {
  return { userId, email, permission };
}

export function organizationMemberResponse({ userId, email, role }: OrganizationMemberView): OrganizationMemberView {
  return { userId, email, role };
}
