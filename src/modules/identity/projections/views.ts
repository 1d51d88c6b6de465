import type { OrganizationRole, Permission } from '#kernel/caller.js';
import type { ApiKeyRow } from './api-key.entity.js';

export interface WorkspaceView {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string | null;
  readonly ownerId: string;
  readonly allowPersonalApiKeys: boolean;
  /** How long it wants to keep its runs, in days; null: as long as its plan lets it. */
  readonly retentionDays: number | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface WorkspaceMemberView {
  readonly userId: string;
  /** Lower case. */
  readonly email: string;
  readonly permission: Permission;
}

export interface OrganizationView {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface OrganizationMemberView {
  readonly userId: string;
  readonly email: string;
  readonly role: OrganizationRole;
}

export interface UserView {
  readonly id: string;
  /** Lower case. */
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
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
  readonly key: string;
}
