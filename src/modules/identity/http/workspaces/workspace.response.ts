import type { WorkspaceView } from '../../projections/views.js';

export type WorkspaceResponse = Readonly<WorkspaceView>;

export function workspaceResponse(view: WorkspaceView): WorkspaceResponse {
  const { id, name, organizationId, ownerId, allowPersonalApiKeys, retentionDays, modelPolicy, createdAt, updatedAt } = view;
  return { id, name, organizationId, ownerId, allowPersonalApiKeys, retentionDays, modelPolicy, createdAt, updatedAt };
}
