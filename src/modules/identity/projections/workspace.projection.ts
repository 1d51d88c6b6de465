import { defineProjection, when } from '#ledger/rows/projection.js';
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
} from '../domain/workspaces/workspace.events.js';
import { workspaceMember, workspaceModel } from './workspace.entity.js';

/** Which workspaces are there, and who may do what in them? */
export const workspaceProjection = defineProjection({
  name: 'workspace',
  version: 1,
  mode: 'inline',
  models: [workspaceModel, workspaceMember],
  on: [
    when(WorkspaceCreated, ({ streamId: id, payload, at }) => [
      workspaceModel.add({
        id,
        ...payload,
        allowPersonalApiKeys: true,
        retentionDays: null,
        modelPolicy: null,
        createdAt: at,
        updatedAt: at,
      }),
    ]),
    when(WorkspaceRenamed, ({ streamId: id, payload, at }) => [workspaceModel.patch({ id, name: payload.name, updatedAt: at })]),
    when(PersonalKeysAllowed, ({ streamId: id, at }) => [workspaceModel.patch({ id, allowPersonalApiKeys: true, updatedAt: at })]),
    when(PersonalKeysRefused, ({ streamId: id, at }) => [workspaceModel.patch({ id, allowPersonalApiKeys: false, updatedAt: at })]),
    when(WorkspaceRetentionChanged, ({ streamId: id, payload, at }) => [
      workspaceModel.patch({ id, retentionDays: payload.days, updatedAt: at }),
    ]),
    when(WorkspaceModelPolicyChanged, ({ streamId: id, payload, at }) => [
      workspaceModel.patch({ id, modelPolicy: payload.policy, updatedAt: at }),
    ]),
    when(WorkspaceOwnerChanged, ({ streamId: id, payload, at }) => [workspaceModel.patch({ id, ownerId: payload.ownerId, updatedAt: at })]),
    when(WorkspaceDeleted, ({ streamId: id }) => [workspaceModel.remove({ id })]),
    when(WorkspaceMemberAdded, ({ streamId: workspaceId, payload }) => [workspaceMember.put({ workspaceId, ...payload })]),
    when(WorkspaceMemberPermissionChanged, ({ streamId: workspaceId, payload }) => [workspaceMember.patch({ workspaceId, ...payload })]),
    when(WorkspaceMemberRemoved, ({ streamId: workspaceId, payload }) => [workspaceMember.remove({ workspaceId, ...payload })]),
  ],
});
