import { settings } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { OrganizationRole } from '#kernel/caller.js';
import type { OrganizationView } from './views.js';

export const organizationModel = new ReadModel<OrganizationView, 'id'>({
  table: 'organization',
  key: ['id'],
  kept: settings('one for each organization'),
  columns: {
    id: { type: 'uuid' },
    name: { type: 'text' },
    plan: { type: 'text' },
    modelPolicy: { type: 'json', nullable: true },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
  },
});

/** How people must sign in who reach an organization; no row: as they like. */
export interface OrganizationSignInRow {
  readonly organizationId: string;
  readonly requireSecondFactor: boolean;
  readonly allowPasswords: boolean;
}

export const organizationSignIn = new ReadModel<OrganizationSignInRow, 'organizationId'>({
  table: 'organization_sign_in',
  key: ['organizationId'],
  kept: settings('one for each organization with rules for signing in'),
  columns: {
    organizationId: { type: 'uuid' },
    requireSecondFactor: { type: 'boolean' },
    allowPasswords: { type: 'boolean' },
  },
});

export interface OrganizationMemberRow {
  readonly organizationId: string;
  readonly userId: string;
  readonly role: OrganizationRole;
  readonly joinedAt: string;
}

export const organizationMember = new ReadModel<OrganizationMemberRow, 'organizationId' | 'userId'>({
  table: 'organization_member',
  key: ['organizationId', 'userId'],
  kept: settings('one for each membership'),
  columns: {
    organizationId: { type: 'uuid' },
    userId: { type: 'uuid' },
    role: { type: 'text' },
    joinedAt: { type: 'timestamptz' },
  },
});
