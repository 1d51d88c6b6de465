import { queryOptions } from '@tanstack/react-query';
import { api } from './client.js';
import { keys } from './keys.js';

export type { Model, ModelProvider } from '@sluice/client';

export const modelsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...keys.models(workspaceId), 'list'],
    queryFn: async ({ signal }) => (await api.models.list({ workspaceId }, { signal })).data,
  });

export const modelProvidersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...keys.models(workspaceId), 'providers'],
    queryFn: async ({ signal }) => (await api.modelProviders.list({ workspaceId }, { signal })).data,
  });

/** Providers whose calls fail at present, as the process that answers sees them. */
export const modelsHealthQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...keys.models(workspaceId), 'health'],
    queryFn: async ({ signal }) => (await api.models.health({ workspaceId }, { signal })).data,
  });
