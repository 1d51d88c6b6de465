import type { MadeKey } from '../queries/keys/made-keys.js';
import type { OrganizationMemberView, WorkspaceMemberView } from '../projections/views.js';

export function workspaceMemberResponse({ userId, email, permission }: WorkspaceMemberView): WorkspaceMemberView {
  return { userId, email, permission };
}

export function organizationMemberResponse({ userId, email, role }: OrganizationMemberView): OrganizationMemberView {
  return { userId, email, role };
}

export interface MemberRemovedResponse {
  readonly id: string;
  readonly message: string;
  /** Keys of workspaces that acted as the member and work no more. */
  readonly endedApiKeys: readonly {
    /** Id of the API key. */
    readonly id: string;
    /** Name of the API key. */
    readonly name: string;
    readonly workspaceId: string;
  }[];
}

export function memberRemovedResponse(id: string, ended: readonly MadeKey[]): MemberRemovedResponse {
  const endedApiKeys = ended.map(({ id: keyId, name, workspaceId }) => ({ id: keyId, name, workspaceId }));
  return { id, message: 'Member deleted', endedApiKeys };
}
