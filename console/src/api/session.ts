import type { Caller } from '@sluice/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { api } from './client.js';
import { collected } from './collected.js';
import { keys } from './keys.js';

/** Who uses the console, and what they may. */
export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: async ({ signal }) => (await api.session.get({ signal })).data,
  staleTime: 60_000,
});

/** Organizations that the person is invited to. */
export const ownInvitationsQuery = queryOptions({
  queryKey: [...keys.session, 'invitations'],
  queryFn: ({ signal }) => collected(api.invitations.list({ limit: 100 }, { signal })),
});

/** What the person signs in with: a password, accounts at providers, or both. */
export const identitiesQuery = queryOptions({
  queryKey: [...keys.account, 'identities'],
  queryFn: async ({ signal }) => (await api.identities.list({ signal })).data,
});

/** How people sign in to this server. */
export const signInWaysQuery = queryOptions({
  queryKey: ['sign-in-ways'],
  queryFn: async ({ signal }) => (await api.signInWays.get({ signal })).data,
});

/** For pages behind the sign-in alone. */
export function useSession(): Caller {
  return useSuspenseQuery(sessionQuery).data;
}

/** Whether the person may create workspaces. */
export function mayCreateWorkspaces({ user, organizations }: Caller): boolean {
  return user.isOperator || organizations.some(({ role }) => role !== 'member');
}

/** What the person may do in a workspace; undefined for others. */
export function usePermission(workspaceId: string): 'read' | 'write' | 'admin' | undefined {
  return useSession().workspaces.find(({ id }) => id === workspaceId)?.permission;
}

/** Whether the person may change what is in the workspace. */
export function useMayWrite(workspaceId: string): boolean {
  const permission = usePermission(workspaceId);
  return permission !== undefined && permission !== 'read';
}
