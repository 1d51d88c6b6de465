import type { OrganizationRole } from '#kernel/caller.js';
import { isSamePolicy, type ModelPolicy } from '#kernel/models/model-policy.js';
import type { Decider } from '#kernel/decider.js';
import { assertNever, conflict, notFound } from '#kernel/errors.js';
import { alreadyMember, memberNotFound } from '../member.errors.js';
import { tooManyInvitations } from './organization.errors.js';
import {
  OrganizationCreated,
  OrganizationInvitationEnded,
  OrganizationMemberAdded,
  OrganizationMemberInvited,
  OrganizationMemberRemoved,
  OrganizationMemberRoleChanged,
  OrganizationModelPolicyChanged,
  OrganizationPlanChanged,
  OrganizationRenamed,
  OrganizationSignInPolicyChanged,
  type SignInPolicy,
  type OrganizationEvent,
} from './organization.events.js';

interface Create {
  readonly type: 'create';
  readonly name: string;
  readonly plan: string;
  readonly ownerId: string;
}

export type OrganizationCommand =
  | Create
  | { readonly type: 'rename'; readonly name: string }
  | { readonly type: 'change-plan'; readonly plan: string }
  | { readonly type: 'change-model-policy'; readonly policy: ModelPolicy | null }
  | { readonly type: 'change-sign-in-policy'; readonly policy: SignInPolicy }
  | { readonly type: 'add-member'; readonly userId: string; readonly role: OrganizationRole }
  | { readonly type: 'change-role'; readonly userId: string; readonly role: OrganizationRole }
  | { readonly type: 'remove-member'; readonly userId: string }
  | {
      readonly type: 'invite';
      readonly invitationId: string;
      readonly email: string;
      readonly role: OrganizationRole;
      readonly expiresAt: string;
    }
  | { readonly type: 'accept-invitation' | 'decline-invitation'; readonly invitationId: string; readonly userId: string }
  | { readonly type: 'withdraw-invitation'; readonly invitationId: string };

interface Invitation {
  readonly email: string;
  readonly role: OrganizationRole;
}

const mostInvitations = 1000;

interface Active {
  readonly status: 'active';
  readonly name: string;
  readonly plan: string;
  readonly modelPolicy: ModelPolicy | null;
  readonly signInPolicy: SignInPolicy;
  readonly members: ReadonlyMap<string, OrganizationRole>;
  /** Open ones, by id. */
  readonly invitations: ReadonlyMap<string, Invitation>;
}

/** What holds until an organization demands more. */
export const openSignInPolicy: SignInPolicy = { requireSecondFactor: false, allowPasswords: true };

function isSameSignIn(left: SignInPolicy, right: SignInPolicy): boolean {
  return left.requireSecondFactor === right.requireSecondFactor && left.allowPasswords === right.allowPasswords;
}

export type OrganizationState = { readonly status: 'none' } | Active;

export const organization: Decider<OrganizationState, OrganizationCommand, OrganizationEvent> = {
  initial: { status: 'none' },

  decide(command, state) {
    if (command.type === 'create') {
      return [
        OrganizationCreated({ name: command.name, plan: command.plan }),
        OrganizationMemberAdded({ userId: command.ownerId, role: 'owner' }),
      ];
    }
    if (state.status === 'none') throw notFound('Organization');
    return decideActive(command, state);
  },

  evolve(state, event) {
    if (event.type === 'organization.created')
      return {
        status: 'active',
        name: event.payload.name,
        plan: event.payload.plan,
        modelPolicy: null,
        signInPolicy: openSignInPolicy,
        members: new Map(),
        invitations: new Map(),
      };
    if (state.status === 'none') throw new Error(`${event.type} in an organization that was not created`);
    switch (event.type) {
      case 'organization.renamed':
        return { ...state, name: event.payload.name };
      case 'organization.plan-changed':
        return { ...state, plan: event.payload.plan };
      case 'organization.model-policy-changed':
        return { ...state, modelPolicy: event.payload.policy };
      case 'organization.sign-in-policy-changed':
        return { ...state, signInPolicy: event.payload.policy };
      case 'organization.member-added':
      case 'organization.member-role-changed':
        return { ...state, members: new Map(state.members).set(event.payload.userId, event.payload.role) };
      case 'organization.member-removed':
        return { ...state, members: new Map([...state.members].filter(([userId]) => userId !== event.payload.userId)) };
      case 'organization.member-invited': {
        const { invitationId, email, role } = event.payload;
        return { ...state, invitations: new Map(state.invitations).set(invitationId, { email, role }) };
      }
      case 'organization.invitation-ended':
        return { ...state, invitations: new Map([...state.invitations].filter(([id]) => id !== event.payload.invitationId)) };
      default:
        return assertNever(event);
    }
  },
};

/**
 * Who takes over what a member leaves behind: the owner who removes them, else the owner who came first.
 * To be asked once the removal is decided, which is refused for the last owner.
 */
export function successorOf(leaverId: string, state: OrganizationState, removerId: string): string {
  const owners =
    state.status === 'active' ? [...state.members].filter(([id, role]) => role === 'owner' && id !== leaverId).map(([id]) => id) : [];
  const successor = owners.includes(removerId) ? removerId : owners[0];
  if (successor === undefined) throw keepsOwner();
  return successor;
}

function decideActive(command: Exclude<OrganizationCommand, Create>, state: Active): readonly OrganizationEvent[] {
  switch (command.type) {
    case 'rename':
      return command.name === state.name ? [] : [OrganizationRenamed({ name: command.name })];
    case 'change-plan':
      return command.plan === state.plan ? [] : [OrganizationPlanChanged({ plan: command.plan })];
    case 'change-model-policy':
      return isSamePolicy(command.policy, state.modelPolicy) ? [] : [OrganizationModelPolicyChanged({ policy: command.policy })];
    case 'change-sign-in-policy':
      return isSameSignIn(command.policy, state.signInPolicy) ? [] : [OrganizationSignInPolicyChanged({ policy: command.policy })];
    case 'add-member':
      if (state.members.has(command.userId)) throw alreadyMember();
      return [OrganizationMemberAdded({ userId: command.userId, role: command.role })];
    case 'change-role':
      return changeRole(command, state);
    case 'remove-member':
      return removeMember(command.userId, state);
    case 'invite':
      return invite(command, state);
    case 'accept-invitation':
      return accept(command, state);
    case 'decline-invitation':
      return [endedInvitation(command.invitationId, state, 'declined')];
    case 'withdraw-invitation':
      return [endedInvitation(command.invitationId, state, 'withdrawn')];
    default:
      return assertNever(command);
  }
}

function changeRole({ userId, role }: { userId: string; role: OrganizationRole }, state: Active): OrganizationEvent[] {
  if (requireMember(state, userId) === role) return [];
  if (isLastOwner(state, userId)) throw keepsOwner();
  return [OrganizationMemberRoleChanged({ userId, role })];
}

function removeMember(userId: string, state: Active): OrganizationEvent[] {
  requireMember(state, userId);
  if (isLastOwner(state, userId)) throw keepsOwner();
  return [OrganizationMemberRemoved({ userId })];
}

/** An invitation of the same address replaces the former: it has another role, or a later end. */
function invite(
  { invitationId, email, role, expiresAt }: Extract<OrganizationCommand, { type: 'invite' }>,
  { invitations }: Active,
): OrganizationEvent[] {
  const [formerId] = [...invitations].find(([, invitation]) => invitation.email === email) ?? [];
  if (formerId === undefined && invitations.size >= mostInvitations) throw tooManyInvitations(mostInvitations);
  const replaced = formerId === undefined ? [] : [OrganizationInvitationEnded({ invitationId: formerId, email, reason: 'replaced' })];
  return [...replaced, OrganizationMemberInvited({ invitationId, email, role, expiresAt })];
}

/** An operator may have added the user meanwhile: then only the invitation ends. */
function accept({ invitationId, userId }: { invitationId: string; userId: string }, state: Active): OrganizationEvent[] {
  const ended = endedInvitation(invitationId, state, 'accepted');
  const role = state.invitations.get(invitationId)?.role;
  return state.members.has(userId) || role === undefined ? [ended] : [ended, OrganizationMemberAdded({ userId, role })];
}

function endedInvitation(invitationId: string, { invitations }: Active, reason: 'accepted' | 'declined' | 'withdrawn'): OrganizationEvent {
  const invitation = invitations.get(invitationId);
  if (invitation === undefined) throw notFound('Invitation');
  return OrganizationInvitationEnded({ invitationId, email: invitation.email, reason });
}

function requireMember({ members }: Active, userId: string): OrganizationRole {
  const role = members.get(userId);
  if (role === undefined) throw memberNotFound();
  return role;
}

function isLastOwner({ members }: Active, userId: string): boolean {
  return members.get(userId) === 'owner' && [...members.values()].filter((role) => role === 'owner').length === 1;
}

function keepsOwner(): Error {
  return conflict('CONFLICT', 'An organization keeps at least one owner');
}
