import { settings } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { Permission } from '#kernel/caller.js';
import type { WorkspaceView } from './views.js';

export const workspaceModel = new ReadModel<WorkspaceView, 'id'>({
  table: 'workspace',
  key: ['id'],
  kept: settings('one for each workspace'),
  columns: {
    id: { type: 'uuid' },
    name: { type: 'text' },
    organizationId: { type: 'uuid', nullable: true },
    ownerId: { type: 'uuid' },
    allowPersonalApiKeys: { type: 'boolean' },
    retentionDays: { type: 'integer', nullable: true },
    modelPolicy: { type: 'json', nullable: true },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
  },
});

export interface WorkspaceMemberRow {
  readonly workspaceId: string;
  readonly userId: string;
  readonly permission: Permission;
}

export const workspaceMember = new ReadModel<WorkspaceMemberRow, 'workspaceId' | 'userId'>({
  table: 'workspace_member',
  key: ['workspaceId', 'userId'],
  kept: settings('one for each membership'),
  columns: {
    workspaceId: { type: 'uuid' },
    userId: { type: 'uuid' },
    permission: { type: 'text' },
  },
});
