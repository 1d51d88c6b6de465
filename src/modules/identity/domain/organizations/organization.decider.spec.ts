import { describe, expect, it } from '@jest/globals';
import { given } from '../../../../../test/support/decider-spec.js';
import { fold } from '#kernel/decider.js';
import { organization, successorOf } from './organization.decider.js';
import {
  OrganizationCreated,
  OrganizationMemberAdded,
  OrganizationMemberRemoved,
  OrganizationMemberRoleChanged,
  OrganizationPlanChanged,
  OrganizationRenamed,
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
