import { audited, settingsOf, type AuditLine } from '#kernel/audit-line.js';
import type { OrganizationRole } from '#kernel/caller.js';
import type { ModelPolicy } from '#kernel/models/model-policy.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';

/** What an organization demands of the sessions of people. It does not concern API keys. */
export type SignInPolicy = {
  /** Whether people who sign in with a password need a second factor. */
  requireSecondFactor: boolean;
  /** Whether people may sign in with a password; owners always may. */
  allowPasswords: boolean;
};

export const OrganizationCreated = defineEvent('organization.created')<{ name: string; plan: string }>();
export const OrganizationRenamed = defineEvent('organization.renamed')<{ name: string }>();
export const OrganizationPlanChanged = defineEvent('organization.plan-changed')<{ plan: string }>();
/** What the organization demands of calls of language models in its workspaces; null: nothing. */
export const OrganizationModelPolicyChanged = defineEvent('organization.model-policy-changed')<{ policy: ModelPolicy | null }>();
/** How members must sign in before a session reaches the organization and its workspaces. */
export const OrganizationSignInPolicyChanged = defineEvent('organization.sign-in-policy-changed')<{ policy: SignInPolicy }>();
export const OrganizationMemberAdded = defineEvent('organization.member-added')<{ userId: string; role: OrganizationRole }>();
export const OrganizationMemberRoleChanged = defineEvent('organization.member-role-changed')<{ userId: string; role: OrganizationRole }>();
export const OrganizationMemberRemoved = defineEvent('organization.member-removed')<{ userId: string }>();
/** A user with this address may join until then. The address need not be known. */
export const OrganizationMemberInvited = defineEvent('organization.member-invited')<{
  invitationId: string;
  email: string;
  role: OrganizationRole;
  expiresAt: string;
}>();
export const OrganizationInvitationEnded = defineEvent('organization.invitation-ended')<{
  invitationId: string;
  email: string;
  reason: 'accepted' | 'declined' | 'withdrawn' | 'replaced';
}>();

export const organizationEvents = [
  OrganizationCreated,
  OrganizationRenamed,
  OrganizationPlanChanged,
  OrganizationModelPolicyChanged,
  OrganizationSignInPolicyChanged,
  OrganizationMemberAdded,
  OrganizationMemberRoleChanged,
  OrganizationMemberRemoved,
  OrganizationMemberInvited,
  OrganizationInvitationEnded,
] as const;
export type OrganizationEvent = EventOf<typeof organizationEvents>;
export const organizationStream = defineStream('organization', 'ledger', organizationEvents);

export const organizationAudit: readonly AuditLine[] = [
  audited(OrganizationCreated, 'organization.created', 'organization', ({ name, plan }) => ({ name, settings: { name, plan } })),
  audited(OrganizationRenamed, 'organization.updated', 'organization', ({ name }) => ({ name, settings: { name } })),
  audited(OrganizationPlanChanged, 'org_plan.converted', 'organization', ({ plan }) => ({ settings: { plan } })),
  audited(OrganizationModelPolicyChanged, 'organization.updated', 'organization', ({ policy }) => ({
    settings: settingsOf({ modelPolicy: policy }),
    initial: { modelPolicy: null },
  })),
  audited(OrganizationSignInPolicyChanged, 'organization.updated', 'organization', ({ policy }) => ({
    settings: { ...policy },
    initial: { requireSecondFactor: false, allowPasswords: true },
  })),
  audited(OrganizationMemberAdded, 'org_member.added', 'organization', ({ userId, role }) => ({ member: userId, settings: { role } })),
  audited(OrganizationMemberRoleChanged, 'org_member.role_changed', 'organization', ({ userId, role }) => ({
    member: userId,
    settings: { role },
  })),
  audited(OrganizationMemberRemoved, 'org_member.removed', 'organization', ({ userId }) => ({ member: userId, settings: { role: null } })),
  audited(OrganizationMemberInvited, 'org_member.invited', 'organization', (invitation) => ({ details: { ...invitation } })),
  audited(OrganizationInvitationEnded, 'org_invitation.ended', 'organization', (invitation) => ({ details: { ...invitation } })),
];
