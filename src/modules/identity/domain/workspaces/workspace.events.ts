import { audited, settingsOf, type AuditLine } from '#kernel/audit-line.js';
import type { Permission } from '#kernel/caller.js';
import type { ModelPolicy } from '#kernel/models/model-policy.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';

export const WorkspaceCreated = defineEvent('workspace.created')<{ name: string; organizationId: string | null; ownerId: string }>();
export const WorkspaceRenamed = defineEvent('workspace.renamed')<{ name: string }>();
export const PersonalKeysAllowed = defineEvent('workspace.personal-keys-allowed')<Record<string, never>>();
export const PersonalKeysRefused = defineEvent('workspace.personal-keys-refused')<Record<string, never>>();
/** How long the workspace wants to keep its runs, in days; null: as long as its plan lets it. */
export const WorkspaceRetentionChanged = defineEvent('workspace.retention-changed')<{ days: number | null }>();
/** What the workspace demands of calls of language models; null: nothing. */
export const WorkspaceModelPolicyChanged = defineEvent('workspace.model-policy-changed')<{ policy: ModelPolicy | null }>();
export const WorkspaceMemberAdded = defineEvent('workspace.member-added')<{ userId: string; permission: Permission }>();
export const WorkspaceMemberPermissionChanged = defineEvent('workspace.member-permission-changed')<{
  userId: string;
  permission: Permission;
}>();
export const WorkspaceMemberRemoved = defineEvent('workspace.member-removed')<{ userId: string }>();
export const WorkspaceOwnerChanged = defineEvent('workspace.owner-changed')<{ ownerId: string }>();
export const WorkspaceDeleted = defineEvent('workspace.deleted')<Record<string, never>>();

export const workspaceEvents = [
  WorkspaceCreated,
  WorkspaceRenamed,
  PersonalKeysAllowed,
  PersonalKeysRefused,
  WorkspaceRetentionChanged,
  WorkspaceModelPolicyChanged,
  WorkspaceMemberAdded,
  WorkspaceMemberPermissionChanged,
  WorkspaceMemberRemoved,
  WorkspaceOwnerChanged,
  WorkspaceDeleted,
] as const;
export type WorkspaceEvent = EventOf<typeof workspaceEvents>;
export const workspaceStream = defineStream('workspace', 'ledger', workspaceEvents);

export const workspaceAudit: readonly AuditLine[] = [
  audited(WorkspaceCreated, 'workspace.created', 'workspace', ({ name, organizationId, ownerId }) => ({
    name,
    organizationId,
    settings: { name, ownerId },
  })),
  audited(WorkspaceRenamed, 'workspace.updated', 'workspace', ({ name }) => ({ name, settings: { name } })),
  audited(PersonalKeysAllowed, 'workspace.updated', 'workspace', () => ({ settings: { allowPersonalApiKeys: true } })),
  audited(PersonalKeysRefused, 'workspace.updated', 'workspace', () => ({
    settings: { allowPersonalApiKeys: false },
    initial: { allowPersonalApiKeys: true },
  })),
  audited(WorkspaceRetentionChanged, 'workspace.updated', 'workspace', ({ days }) => ({
    settings: { retentionDays: days },
    initial: { retentionDays: null },
  })),
  audited(WorkspaceModelPolicyChanged, 'workspace.updated', 'workspace', ({ policy }) => ({
    settings: settingsOf({ modelPolicy: policy }),
    initial: { modelPolicy: null },
  })),
  audited(WorkspaceMemberAdded, 'member.added', 'workspace', ({ userId, permission }) => ({ member: userId, settings: { permission } })),
  audited(WorkspaceMemberPermissionChanged, 'member.role_changed', 'workspace', ({ userId, permission }) => ({
    member: userId,
    settings: { permission },
  })),
  audited(WorkspaceMemberRemoved, 'member.removed', 'workspace', ({ userId }) => ({ member: userId, settings: { permission: null } })),
  audited(WorkspaceOwnerChanged, 'workspace.updated', 'workspace', ({ ownerId }) => ({ settings: { ownerId } })),
  audited(WorkspaceDeleted, 'workspace.deleted', 'workspace'),
];
