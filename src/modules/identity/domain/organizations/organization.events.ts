import type { OrganizationRole } from '#kernel/caller.js';
import { defineEvent, type EventOf } from '#kernel/event.js';

export const OrganizationCreated = defineEvent('organization.created')<{ name: string; plan: string }>();
export const OrganizationRenamed = defineEvent('organization.renamed')<{ name: string }>();
export const OrganizationPlanChanged = defineEvent('organization.plan-changed')<{ plan: string }>();
export const OrganizationMemberAdded = defineEvent('organization.member-added')<{ userId: string; role: OrganizationRole }>();
export const OrganizationMemberRoleChanged = defineEvent('organization.member-role-changed')<{ userId: string; role: OrganizationRole }>();
export const OrganizationMemberRemoved = defineEvent('organization.member-removed')<{ userId: string }>();

export const organizationEvents = [
  OrganizationCreated,
  OrganizationRenamed,
  OrganizationPlanChanged,
  OrganizationMemberAdded,
  OrganizationMemberRoleChanged,
  OrganizationMemberRemoved,
] as const;
export type OrganizationEvent = EventOf<typeof organizationEvents>;
