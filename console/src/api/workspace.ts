import { queryOptions } from '@tanstack/react-query';
import { api } from './client.js';
import { collected } from './collected.js';
import { keys } from './keys.js';

export type Permission = 'read' | 'write' | 'admin';

export const workspaceQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: keys.workspace(workspaceId),
    queryFn: async ({ signal }) => (await api.workspaces.get(workspaceId, { signal })).data,
  });

export const membersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...keys.members(workspaceId), 'list'],
    queryFn: ({ signal }) => collected(api.workspaceMembers.list(workspaceId, { limit: 100 }, { signal })),
  });

/** Links that were made and not yet used. */
export const workspaceInvitationsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...keys.members(workspaceId), 'invitations'],
    queryFn: ({ signal }) => collected(api.workspaceInvitations.list(workspaceId, { limit: 100 }, { signal })),
  });

/** Names alone: no one reads a value back. */
export const environmentQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: keys.environment(workspaceId),
    queryFn: async ({ signal }) => (await api.environment.get(workspaceId, { signal })).data.variables,
  });
