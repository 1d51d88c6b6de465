import { describe, expect, it } from '@jest/globals';
import { given } from '../../../../../test/support/decider-spec.js';
import { fold } from '#kernel/decider.js';
import { organization, successorOf } from './organization.decider.js';
import {
  OrganizationCreated,
  OrganizationInvitationEnded,
  OrganizationMemberAdded,
  OrganizationMemberInvited,
  OrganizationMemberRemoved,
  OrganizationMemberRoleChanged,
  OrganizationPlanChanged,
  OrganizationRenamed,
  OrganizationSignInPolicyChanged,
} from './organization.events.js';

const created = [OrganizationCreated({ name: 'Acme', plan: 'team' }), OrganizationMemberAdded({ userId: 'owner', role: 'owner' })];
const withAdmin = [...created, OrganizationMemberAdded({ userId: 'ada', role: 'admin' })];
const withTwoOwners = [...withAdmin, OrganizationMemberRoleChanged({ userId: 'ada', role: 'owner' })];

describe('an organization', () => {
  it('begins with its owner', () => {
    given(organization, []).when({ type: 'create', name: 'Acme', plan: 'team', ownerId: 'owner' }).then(created);
  });

  it('changes its name and its plan, unless they are the same', () => {
    given(organization, created).when({ type: 'rename', name: 'Acme' }).then([]);
    given(organization, created)
      .when({ type: 'rename', name: 'Apex' })
      .then([OrganizationRenamed({ name: 'Apex' })]);
    given(organization, [...created, OrganizationRenamed({ name: 'Apex' })])
      .when({ type: 'rename', name: 'Apex' })
      .then([]);
    given(organization, created).when({ type: 'change-plan', plan: 'team' }).then([]);
    given(organization, created)
      .when({ type: 'change-plan', plan: 'pro' })
      .then([OrganizationPlanChanged({ plan: 'pro' })]);
    given(organization, [...created, OrganizationPlanChanged({ plan: 'pro' })])
      .when({ type: 'change-plan', plan: 'pro' })
      .then([]);
  });

  it('changes how members sign in, unless it is the same', () => {
    const policy = { requireSecondFactor: true, allowPasswords: true };
    given(organization, created)
      .when({ type: 'change-sign-in-policy', policy })
      .then([OrganizationSignInPolicyChanged({ policy })]);
    given(organization, [...created, OrganizationSignInPolicyChanged({ policy })])
      .when({ type: 'change-sign-in-policy', policy })
      .then([]);
    given(organization, created)
      .when({ type: 'change-sign-in-policy', policy: { requireSecondFactor: false, allowPasswords: true } })
      .then([]);
  });

  it('takes a member once', () => {
    given(organization, created)
      .when({ type: 'add-member', userId: 'ada', role: 'admin' })
      .then([OrganizationMemberAdded({ userId: 'ada', role: 'admin' })]);
    given(organization, withAdmin).when({ type: 'add-member', userId: 'ada', role: 'owner' }).refuses('CONFLICT');
  });

  it('gives a member another role, unless it is the same', () => {
    given(organization, withAdmin)
      .when({ type: 'change-role', userId: 'ada', role: 'member' })
      .then([OrganizationMemberRoleChanged({ userId: 'ada', role: 'member' })]);
    given(organization, withAdmin).when({ type: 'change-role', userId: 'ada', role: 'admin' }).then([]);
    given(organization, created).when({ type: 'change-role', userId: 'ada', role: 'admin' }).refuses('NOT_FOUND', 'Member not found');
  });

  it('removes members, but not strangers', () => {
    given(organization, withAdmin)
      .when({ type: 'remove-member', userId: 'ada' })
      .then([OrganizationMemberRemoved({ userId: 'ada' })]);
    given(organization, created).when({ type: 'remove-member', userId: 'ada' }).refuses('NOT_FOUND', 'Member not found');
    given(organization, [...withAdmin, OrganizationMemberRemoved({ userId: 'ada' })])
      .when({ type: 'remove-member', userId: 'ada' })
      .refuses('NOT_FOUND');
  });

  it('keeps one owner at least', () => {
    given(organization, withAdmin).when({ type: 'remove-member', userId: 'owner' }).refuses('CONFLICT');
    given(organization, withAdmin).when({ type: 'change-role', userId: 'owner', role: 'admin' }).refuses('CONFLICT');
    given(organization, withTwoOwners)
      .when({ type: 'remove-member', userId: 'owner' })
      .then([OrganizationMemberRemoved({ userId: 'owner' })]);
  });

  it('is not there before it was created', () => {
    given(organization, []).when({ type: 'rename', name: 'x' }).refuses('NOT_FOUND', 'Organization not found');
  });

  it('leaves what a member had to the owner who removes them, else to the owner who came first', () => {
    const state = fold(organization, [...withTwoOwners, OrganizationMemberAdded({ userId: 'bob', role: 'member' })]);
    expect(successorOf('bob', state, 'ada')).toBe('ada');
    expect(successorOf('bob', state, 'an operator')).toBe('owner');
    expect(successorOf('owner', state, 'owner')).toBe('ada');
    expect(() => successorOf('owner', fold(organization, created), 'owner')).toThrow('An organization keeps at least one owner');
  });
});

describe('an invitation to an organization', () => {
  const email = 'bob@example.org';
  const expiresAt = '2031-01-08T00:00:00.000Z';
  const invite = { type: 'invite', invitationId: 'i2', email, role: 'member', expiresAt } as const;
  const invited = OrganizationMemberInvited({ invitationId: 'i1', email, role: 'member', expiresAt: '2031-01-01T00:00:00.000Z' });
  const open = [...created, invited];
  const ended = (reason: 'accepted' | 'declined' | 'withdrawn' | 'replaced') =>
    OrganizationInvitationEnded({ invitationId: 'i1', email, reason });
  const accept = { type: 'accept-invitation', invitationId: 'i1', userId: 'bob' } as const;
  const decline = { type: 'decline-invitation', invitationId: 'i1', userId: 'bob' } as const;
  const withdraw = { type: 'withdraw-invitation', invitationId: 'i1' } as const;
  const joined = OrganizationMemberAdded({ userId: 'bob', role: 'member' });

  it('makes no member', () => {
    given(organization, created)
      .when(invite)
      .then([OrganizationMemberInvited({ invitationId: 'i2', email, role: 'member', expiresAt })]);
    given(organization, open).when({ type: 'change-role', userId: 'bob', role: 'admin' }).refuses('NOT_FOUND', 'Member not found');
  });

  it('is replaced when it is made again, by one with a later end or another role', () => {
    given(organization, open)
      .when(invite)
      .then([ended('replaced'), OrganizationMemberInvited({ invitationId: 'i2', email, role: 'member', expiresAt })]);
    given(organization, open)
      .when({ ...invite, role: 'admin' })
      .then([ended('replaced'), OrganizationMemberInvited({ invitationId: 'i2', email, role: 'admin', expiresAt })]);
    given(organization, [...open, ended('replaced'), OrganizationMemberInvited({ invitationId: 'i2', email, role: 'admin', expiresAt })])
      .when(accept)
      .refuses('NOT_FOUND', 'Invitation not found');
  });

  it('makes a member with its role when it is accepted, once', () => {
    given(organization, open)
      .when(accept)
      .then([ended('accepted'), joined]);
    given(organization, [...open, ended('accepted'), joined])
      .when(accept)
      .refuses('NOT_FOUND', 'Invitation not found');
  });

  it.each([
    ['declined', decline],
    ['withdrawn', withdraw],
  ] as const)('can be answered no more once it is %s', (reason, command) => {
    given(organization, open)
      .when(command)
      .then([ended(reason)]);
    for (const late of [accept, decline, withdraw]) {
      given(organization, [...open, ended(reason)])
        .when(late)
        .refuses('NOT_FOUND', 'Invitation not found');
    }
  });

  it('can be made again after it was declined', () => {
    given(organization, [...open, ended('declined')])
      .when(invite)
      .then([OrganizationMemberInvited({ invitationId: 'i2', email, role: 'member', expiresAt })]);
  });

  it('only ends when an operator has added the user meanwhile, whose role stays', () => {
    const added = OrganizationMemberAdded({ userId: 'bob', role: 'admin' });
    given(organization, [...open, added])
      .when(accept)
      .then([ended('accepted')]);
  });

  it('makes a member again of a user who was removed meanwhile', () => {
    const history = [...open, OrganizationMemberAdded({ userId: 'bob', role: 'admin' }), OrganizationMemberRemoved({ userId: 'bob' })];
    given(organization, history)
      .when(accept)
      .then([ended('accepted'), joined]);
  });

  it('that does not exist cannot be answered, nor can one of an organization that does not exist', () => {
    for (const command of [accept, decline, withdraw]) {
      given(organization, created).when(command).refuses('NOT_FOUND', 'Invitation not found');
      given(organization, []).when(command).refuses('NOT_FOUND', 'Organization not found');
    }
  });

  it('is refused beyond 1,000 open ones, except to an address that has one', () => {
    const many = Array.from({ length: 999 }, (_, index) =>
      OrganizationMemberInvited({ invitationId: `m${index}`, email: `${index}@example.org`, role: 'member', expiresAt }),
    );
    given(organization, [...open, ...many])
      .when({ ...invite, email: 'new@example.org' })
      .refuses('CONFLICT');
    given(organization, [...open, ...many])
      .when({ ...invite, role: 'admin' })
      .then([ended('replaced'), OrganizationMemberInvited({ invitationId: 'i2', email, role: 'admin', expiresAt })]);
  });
});
