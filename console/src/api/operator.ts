import type { OperatorStatus } from '@sluice/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './client.js';
import { keys } from './keys.js';

export type { OperatorStatus };

export const usersQuery = infiniteQueryOptions({
  queryKey: [...keys.operator, 'users'],
  queryFn: async ({ pageParam, signal }) =>
    await api.users.list({ limit: 100, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

export const organizationsQuery = infiniteQueryOptions({
  queryKey: [...keys.operator, 'organizations'],
  queryFn: async ({ pageParam, signal }) =>
    await api.organizations.list({ limit: 100, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

/** The key with which the server signs the audit log. */
export const auditKeyQuery = queryOptions({
  queryKey: [...keys.operator, 'audit key'],
  queryFn: async ({ signal }) => (await api.auditLogs.key({ signal })).data,
});

const readAgainMs = 5000;

/** Processes, queue, projections, exports and checks of the whole server. */
export const statusQuery = queryOptions({
  queryKey: [...keys.operator, 'status'],
  queryFn: async ({ signal }) => (await api.operator.status({ signal })).data,
  refetchInterval: readAgainMs,
});
