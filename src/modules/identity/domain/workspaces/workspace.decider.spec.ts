import { describe, it } from '@jest/globals';
import { given } from '../../../../../test/support/decider-spec.js';
import { workspace } from './workspace.decider.js';
import {
  PersonalKeysAllowed,
  PersonalKeysRefused,
  WorkspaceCreated,
  WorkspaceDeleted,
  WorkspaceMemberAdded,
  WorkspaceMemberPermissionChanged,
  WorkspaceMemberRemoved,
  WorkspaceOwnerChanged,
  WorkspaceRenamed,
} from './workspace.events.js';

const created = [
  WorkspaceCreated({ name: 'Billing', organizationId: null, ownerId: 'owner' }),
  WorkspaceMemberAdded({ userId: 'owner', permission: 'admin' }),
];
const withMember = [...created, WorkspaceMemberAdded({ userId: 'ada', permission: 'read' })];

describe('a workspace', () => {
  it('begins with its owner as an admin', () => {
    given(workspace, []).when({ type: 'create', name: 'Billing', organizationId: null, ownerId: 'owner' }).then(created);
  });

  it('is renamed, unless it has that name', () => {
    given(workspace, created)
      .when({ type: 'rename', name: 'Fees' })
      .then([WorkspaceRenamed({ name: 'Fees' })]);
    given(workspace, [...created, WorkspaceRenamed({ name: 'Fees' })])
      .when({ type: 'rename', name: 'Fees' })
      .then([]);
  });

  it('allows personal keys until they are refused, and again when they are allowed', () => {
    const refused = [...created, PersonalKeysRefused({})];
    given(workspace, created).when({ type: 'allow-personal-keys', allowed: true }).then([]);
    given(workspace, created)
      .when({ type: 'allow-personal-keys', allowed: false })
      .then([PersonalKeysRefused({})]);
    given(workspace, refused).when({ type: 'allow-personal-keys', allowed: false }).then([]);
    given(workspace, refused)
      .when({ type: 'allow-personal-keys', allowed: true })
      .then([PersonalKeysAllowed({})]);
    given(workspace, [...refused, PersonalKeysAllowed({})])
      .when({ type: 'allow-personal-keys', allowed: true })
      .then([]);
  });

  it('takes a member once', () => {
    given(workspace, created)
      .when({ type: 'add-member', userId: 'ada', permission: 'read' })
      .then([WorkspaceMemberAdded({ userId: 'ada', permission: 'read' })]);
    given(workspace, withMember).when({ type: 'add-member', userId: 'ada', permission: 'write' }).refuses('CONFLICT');
  });

  it('takes a member again after the removal', () => {
    given(workspace, [...withMember, WorkspaceMemberRemoved({ userId: 'ada' })])
      .when({ type: 'add-member', userId: 'ada', permission: 'write' })
      .then([WorkspaceMemberAdded({ userId: 'ada', permission: 'write' })]);
  });

  it('gives a member another permission, unless it is the same', () => {
    const changed = WorkspaceMemberPermissionChanged({ userId: 'ada', permission: 'write' });
    given(workspace, withMember).when({ type: 'change-permission', userId: 'ada', permission: 'write' }).then([changed]);
    given(workspace, [...withMember, changed])
      .when({ type: 'change-permission', userId: 'ada', permission: 'write' })
      .then([]);
    given(workspace, created)
      .when({ type: 'change-permission', userId: 'ada', permission: 'write' })
      .refuses('NOT_FOUND', 'Member not found');
  });

  it('removes members, but not strangers', () => {
    given(workspace, withMember)
      .when({ type: 'remove-member', userId: 'ada' })
      .then([WorkspaceMemberRemoved({ userId: 'ada' })]);
    given(workspace, created).when({ type: 'remove-member', userId: 'ada' }).refuses('NOT_FOUND', 'Member not found');
  });

  it('keeps its owner as an admin', () => {
    given(workspace, withMember).when({ type: 'remove-member', userId: 'owner' }).refuses('CONFLICT');
    given(workspace, withMember).when({ type: 'change-permission', userId: 'owner', permission: 'write' }).refuses('CONFLICT');
    given(workspace, withMember).when({ type: 'change-permission', userId: 'owner', permission: 'admin' }).then([]);
  });

  it('gets another owner, who becomes an admin', () => {
    const taken = WorkspaceOwnerChanged({ ownerId: 'ada' });
    const raised = WorkspaceMemberPermissionChanged({ userId: 'ada', permission: 'admin' });
    given(workspace, withMember).when({ type: 'change-owner', ownerId: 'ada', mayJoin: false }).then([raised, taken]);
    given(workspace, [...withMember, raised])
      .when({ type: 'change-owner', ownerId: 'ada', mayJoin: false })
      .then([taken]);
    given(workspace, created)
      .when({ type: 'change-owner', ownerId: 'ada', mayJoin: true })
      .then([WorkspaceMemberAdded({ userId: 'ada', permission: 'admin' }), taken]);
    given(workspace, created).when({ type: 'change-owner', ownerId: 'owner', mayJoin: false }).then([]);
    given(workspace, [...withMember, raised, taken])
      .when({ type: 'remove-member', userId: 'owner' })
      .then([WorkspaceMemberRemoved({ userId: 'owner' })]);
  });

  it('is not given to a user who is no member any more', () => {
    given(workspace, [...withMember, WorkspaceMemberRemoved({ userId: 'ada' })])
      .when({ type: 'change-owner', ownerId: 'ada', mayJoin: false })
      .refuses('VALIDATION_FAILED');
  });

  it('removes a user with any role in it, and passes to a successor if the user owns it', () => {
    given(workspace, withMember)
      .when({ type: 'dismiss', userId: 'ada', successorId: 'owner' })
      .then([WorkspaceMemberRemoved({ userId: 'ada' })]);
    given(workspace, withMember)
      .when({ type: 'dismiss', userId: 'owner', successorId: 'eve' })
      .then([
        WorkspaceMemberAdded({ userId: 'eve', permission: 'admin' }),
        WorkspaceOwnerChanged({ ownerId: 'eve' }),
        WorkspaceMemberRemoved({ userId: 'owner' }),
      ]);
    given(workspace, created).when({ type: 'dismiss', userId: 'ada', successorId: 'owner' }).then([]);
  });

  it('lets all its members go when it is deleted', () => {
    given(workspace, withMember)
      .when({ type: 'delete' })
      .then([WorkspaceMemberRemoved({ userId: 'owner' }), WorkspaceMemberRemoved({ userId: 'ada' }), WorkspaceDeleted({})]);
  });

  it.each([{ type: 'rename', name: 'x' }, { type: 'delete' }, { type: 'remove-member', userId: 'ada' }] as const)(
    'is not there before it was created and after it was deleted: $type',
    (command) => {
      given(workspace, []).when(command).refuses('NOT_FOUND', 'Workspace not found');
      given(workspace, [...withMember, WorkspaceDeleted({})])
        .when(command)
        .refuses('NOT_FOUND', 'Workspace not found');
    },
  );
});
