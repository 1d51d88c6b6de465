import type { Permission } from '#kernel/caller.js';
import { isSamePolicy, type ModelPolicy } from '#kernel/models/model-policy.js';
import type { Decider } from '#kernel/decider.js';
import { assertNever, conflict, notFound } from '#kernel/errors.js';
import { alreadyMember, memberNotFound, noSuccessor } from '../member.errors.js';
import {
  PersonalKeysAllowed,
  PersonalKeysRefused,
  WorkspaceCreated,
  WorkspaceDeleted,
  WorkspaceMemberAdded,
  WorkspaceMemberPermissionChanged,
  WorkspaceMemberRemoved,
  WorkspaceModelPolicyChanged,
  WorkspaceOwnerChanged,
  WorkspaceRenamed,
  WorkspaceRetentionChanged,
  type WorkspaceEvent,
} from './workspace.events.js';

export type WorkspaceCommand =
  | { readonly type: 'create'; readonly name: string; readonly organizationId: string | null; readonly ownerId: string }
  | { readonly type: 'rename'; readonly name: string }
  | { readonly type: 'allow-personal-keys'; readonly allowed: boolean }
  | { readonly type: 'change-retention'; readonly days: number | null }
  | { readonly type: 'change-model-policy'; readonly policy: ModelPolicy | null }
  | { readonly type: 'add-member'; readonly userId: string; readonly permission: Permission }
  | { readonly type: 'change-permission'; readonly userId: string; readonly permission: Permission }
  | { readonly type: 'remove-member'; readonly userId: string }
  /** The new owner becomes an admin of the workspace, if they are not one. `mayJoin`: without being a member. */
  | { readonly type: 'change-owner'; readonly ownerId: string; readonly mayJoin: boolean }
  /** Ends whatever a user is in the workspace; if that is its owner, the successor becomes it. */
  | { readonly type: 'dismiss'; readonly userId: string; readonly successorId: string }
  | { readonly type: 'delete' };

interface Active {
  readonly status: 'active';
  readonly name: string;
  readonly ownerId: string;
  readonly allowsPersonalKeys: boolean;
  readonly retentionDays: number | null;
  readonly modelPolicy: ModelPolicy | null;
  readonly members: ReadonlyMap<string, Permission>;
}

export type WorkspaceState = { readonly status: 'none' | 'deleted' } | Active;

export const workspace: Decider<WorkspaceState, WorkspaceCommand, WorkspaceEvent> = {
  initial: { status: 'none' },

  decide(command, state) {
    if (command.type === 'create') {
      const { name, organizationId, ownerId } = command;
      return [WorkspaceCreated({ name, organizationId, ownerId }), WorkspaceMemberAdded({ userId: ownerId, permission: 'admin' })];
    }
    if (state.status !== 'active') throw notFound('Workspace');
    return decideActive(command, state);
  },

  evolve(state, event) {
    if (event.type === 'workspace.created') {
      const { name, ownerId } = event.payload;
      return { status: 'active', name, ownerId, allowsPersonalKeys: true, retentionDays: null, modelPolicy: null, members: new Map() };
    }
    if (event.type === 'workspace.deleted') return { status: 'deleted' };
    if (state.status !== 'active') throw new Error(`${event.type} in a workspace that is not there`);
    return evolveActive(state, event);
  },
};

function decideActive(command: Exclude<WorkspaceCommand, { type: 'create' }>, state: Active): readonly WorkspaceEvent[] {
  switch (command.type) {
    case 'rename':
      return command.name === state.name ? [] : [WorkspaceRenamed({ name: command.name })];
    case 'allow-personal-keys':
      return allowPersonalKeys(command.allowed, state);
    case 'change-retention':
      return command.days === state.retentionDays ? [] : [WorkspaceRetentionChanged({ days: command.days })];
    case 'change-model-policy':
      return isSamePolicy(command.policy, state.modelPolicy) ? [] : [WorkspaceModelPolicyChanged({ policy: command.policy })];
    case 'add-member':
      if (state.members.has(command.userId)) throw alreadyMember();
      return [WorkspaceMemberAdded({ userId: command.userId, permission: command.permission })];
    case 'change-permission':
      return changePermission(command, state);
    case 'remove-member':
      return removeMember(command.userId, state);
    case 'change-owner':
      if (!command.mayJoin && !state.members.has(command.ownerId)) throw noSuccessor();
      return changeOwner(command.ownerId, state);
    case 'dismiss':
      return dismiss(command, state);
    case 'delete':
      return [...[...state.members.keys()].map((userId) => WorkspaceMemberRemoved({ userId })), WorkspaceDeleted({})];
    default:
      return assertNever(command);
  }
}

function evolveActive(state: Active, event: Exclude<WorkspaceEvent, { type: 'workspace.created' | 'workspace.deleted' }>): Active {
  switch (event.type) {
    case 'workspace.renamed':
      return { ...state, name: event.payload.name };
    case 'workspace.personal-keys-allowed':
      return { ...state, allowsPersonalKeys: true };
    case 'workspace.personal-keys-refused':
      return { ...state, allowsPersonalKeys: false };
    case 'workspace.retention-changed':
      return { ...state, retentionDays: event.payload.days };
    case 'workspace.model-policy-changed':
      return { ...state, modelPolicy: event.payload.policy };
    case 'workspace.member-added':
    case 'workspace.member-permission-changed':
      return { ...state, members: new Map(state.members).set(event.payload.userId, event.payload.permission) };
    case 'workspace.member-removed':
      return { ...state, members: new Map([...state.members].filter(([userId]) => userId !== event.payload.userId)) };
    case 'workspace.owner-changed':
      return { ...state, ownerId: event.payload.ownerId };
    default:
      return assertNever(event);
  }
}

function changePermission({ userId, permission }: { userId: string; permission: Permission }, state: Active): WorkspaceEvent[] {
  if (requireMember(state, userId) === permission) return [];
  if (userId === state.ownerId) throw ownerStays();
  return [WorkspaceMemberPermissionChanged({ userId, permission })];
}

function allowPersonalKeys(allowed: boolean, state: Active): WorkspaceEvent[] {
  if (allowed === state.allowsPersonalKeys) return [];
  return [allowed ? PersonalKeysAllowed({}) : PersonalKeysRefused({})];
}

function removeMember(userId: string, state: Active): WorkspaceEvent[] {
  requireMember(state, userId);
  if (userId === state.ownerId) throw ownerStays();
  return [WorkspaceMemberRemoved({ userId })];
}

function changeOwner(ownerId: string, state: Active): WorkspaceEvent[] {
  if (ownerId === state.ownerId) return [];
  return [...asAdmin(ownerId, state), WorkspaceOwnerChanged({ ownerId })];
}

function asAdmin(userId: string, { members }: Active): WorkspaceEvent[] {
  const permission = members.get(userId);
  if (permission === 'admin') return [];
  const admin = { userId, permission: 'admin' } as const;
  return [permission === undefined ? WorkspaceMemberAdded(admin) : WorkspaceMemberPermissionChanged(admin)];
}

function dismiss({ userId, successorId }: { userId: string; successorId: string }, state: Active): WorkspaceEvent[] {
  const handedOver = userId === state.ownerId ? changeOwner(successorId, state) : [];
  return [...handedOver, ...(state.members.has(userId) ? [WorkspaceMemberRemoved({ userId })] : [])];
}

function requireMember({ members }: Active, userId: string): Permission {
  const permission = members.get(userId);
  if (permission === undefined) throw memberNotFound();
  return permission;
}

function ownerStays(): Error {
  return conflict('CONFLICT', 'The owner of a workspace keeps the admin permission; another owner comes first');
}
