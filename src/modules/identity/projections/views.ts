import type { OrganizationRole, Permission } from '#kernel/caller.js';
import type { ModelPolicy } from '#kernel/models/model-policy.js';
import type { ApiKeyRow } from './api-key.entity.js';

export interface WorkspaceView {
  readonly id: string;
  readonly name: string;
  /** Id of the organization that the workspace belongs to; null if there is none. */
  readonly organizationId: string | null;
  readonly ownerId: string;
  /** Whether members may use personal API keys in the workspace. */
  readonly allowPersonalApiKeys: boolean;
  /** How long it wants to keep its runs, in days; null: as long as its plan lets it. */
  readonly retentionDays: number | null;
  /** What the workspace demands of calls of language models; null: nothing. */
  readonly modelPolicy: ModelPolicy | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface WorkspaceMemberView {
  readonly userId: string;
  /** Lower case. */
  readonly email: string;
  /** Permission of the member in the workspace. */
  readonly permission: Permission;
}

export interface OrganizationView {
  readonly id: string;
  readonly name: string;
  /** Name of the plan of the organization. */
  readonly plan: string;
  /** What the organization demands of calls of language models in its workspaces; null: nothing. */
  readonly modelPolicy: ModelPolicy | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface OrganizationMemberView {
  readonly userId: string;
  /** E-mail address of the user. */
  readonly email: string;
  /** Role of the member in the organization. */
  readonly role: OrganizationRole;
}

/** An open invitation to an organization. */
export interface InvitationView {
  /** Id of the invitation. */
  readonly id: string;
  /** Id of the organization. */
  readonly organizationId: string;
  /** Name of the organization. */
  readonly organizationName: string;
  /** The invited e-mail address. */
  readonly email: string;
  /** Role of the user in the organization once they have accepted. */
  readonly role: OrganizationRole;
  /** When the address was invited. */
  readonly invitedAt: string;
  /** When the invitation expires, by default 7 days after it was sent (`SLUICE_INVITATION_LIFETIME`). */
  readonly expiresAt: string;
  /** Whether it has expired. It can then be declined, withdrawn or sent again, and not accepted. */
  readonly expired: boolean;
}

export interface UserView {
  readonly id: string;
  /** Lower case. */
  readonly email: string;
  readonly name: string;
  /** Whether the user is an operator of the server. */
  readonly isOperator: boolean;
  /** Whether the user is suspended: all keys of a suspended user are refused. */
  readonly suspended: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface ApiKeyView extends ApiKeyRow {
  /** Of the user as whom it acts. */
  readonly email: string;
  /** To within ten minutes; null for a key that was never used. */
  readonly lastUsedAt: string | null;
}

/** A key that was just issued or rotated: the only time that its value is known. */
export interface IssuedApiKey extends ApiKeyView {
  /** The API key. It is not shown again. */
  readonly key: string;
}
