import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './client.js';
import { keys } from './keys.js';

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

/** The checks of the process that answers, also when it is not ready. */
export const readinessQuery = queryOptions({
  queryKey: [...keys.operator, 'readiness'],
  queryFn: async ({ signal }) => await api.health.ready({ signal }),
  refetchInterval: readAgainMs,
});
