import { ReadModel } from '#infrastructure/projections/read-model.js';
import type { OrganizationRole } from '#kernel/caller.js';
import type { PlanName } from '#kernel/plan.js';

export interface OrganizationRow {
  readonly id: string;
  readonly name: string;
  readonly plan: PlanName;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const organizationModel = new ReadModel<OrganizationRow, 'id'>({
  table: 'organization',
  key: ['id'],
  columns: {
    id: { type: 'uuid' },
    name: { type: 'text' },
    plan: { type: 'text' },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
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
  columns: {
    organizationId: { type: 'uuid' },
    userId: { type: 'uuid' },
    role: { type: 'text' },
    joinedAt: { type: 'timestamptz' },
  },
});
