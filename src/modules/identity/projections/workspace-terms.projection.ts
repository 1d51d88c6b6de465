import { defineProjection, when } from '#ledger/rows/projection.js';
import {
  WorkspaceCreated,
  WorkspaceDeleted,
  WorkspaceOwnerChanged,
  WorkspaceRetentionChanged,
} from '../domain/workspaces/workspace.events.js';
import { workspaceTerms } from './workspace-terms.entity.js';

/** Whose is what workspaces leave behind, and how long is it kept? One row for each workspace that there ever was. */
export const workspaceTermsProjection = defineProjection({
  name: 'workspace-terms',
  version: 1,
  mode: 'inline',
  models: [workspaceTerms],
  on: [
    when(WorkspaceCreated, ({ streamId: workspaceId, payload: { organizationId, ownerId } }) => [
      workspaceTerms.add({ workspaceId, organizationId, ownerId, retentionDays: null, deletedAt: null }),
    ]),
    when(WorkspaceRetentionChanged, ({ streamId: workspaceId, payload }) => [
      workspaceTerms.patch({ workspaceId, retentionDays: payload.days }),
    ]),
    when(WorkspaceOwnerChanged, ({ streamId: workspaceId, payload }) => [workspaceTerms.patch({ workspaceId, ownerId: payload.ownerId })]),
    when(WorkspaceDeleted, ({ streamId: workspaceId, at }) => [workspaceTerms.patch({ workspaceId, deletedAt: at })]),
  ],
});
