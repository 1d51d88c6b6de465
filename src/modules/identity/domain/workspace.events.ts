import type { Permission } from '#kernel/caller.js';
import { defineEvent, type EventOf } from '#kernel/event.js';

export const WorkspaceCreated = defineEvent('workspace.created')<{ name: string; organizationId: string | null; ownerId: string }>();
export const WorkspaceRenamed = defineEvent('workspace.renamed')<{ name: string }>();
export const PersonalKeysAllowed = defineEvent('workspace.personal-keys-allowed')<Record<string, never>>();
export const PersonalKeysRefused = defineEvent('workspace.personal-keys-refused')<Record<string, never>>();
export const WorkspaceMemberAdded = defineEvent('workspace.member-added')<{ userId: string; permission: Permission }>();
export const WorkspaceMemberPermissionChanged = defineEvent('workspace.member-permission-changed')<{
  userId: string;
  permission: Permission;
}>();
export const WorkspaceMemberRemoved = defineEvent('workspace.member-removed')<{ userId: string }>();
export const WorkspaceDeleted = defineEvent('workspace.deleted')<Record<string, never>>();

export const workspaceEvents = [
  WorkspaceCreated,
  WorkspaceRenamed,
  PersonalKeysAllowed,
  PersonalKeysRefused,
  WorkspaceMemberAdded,
  WorkspaceMemberPermissionChanged,
  WorkspaceMemberRemoved,
  WorkspaceDeleted,
] as const;
export type WorkspaceEvent = EventOf<typeof workspaceEvents>;
