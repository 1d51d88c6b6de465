import { queryOptions } from '@tanstack/react-query';
import { api } from './client.js';
import { collected } from './collected.js';
import { keys } from './keys.js';

export type OrganizationRole = 'member' | 'admin' | 'owner';

export const organizationQuery = (organizationId: string) =>
  queryOptions({
    queryKey: keys.organization(organizationId),
    queryFn: async ({ signal }) => (await api.organizations.get(organizationId, { signal })).data,
  });

export const organizationMembersQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...keys.organization(organizationId), 'members'],
    queryFn: ({ signal }) => collected(api.organizationMembers.list(organizationId, { limit: 100 }, { signal })),
  });

export const organizationInvitationsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...keys.organization(organizationId), 'invitations'],
    queryFn: ({ signal }) => collected(api.organizationInvitations.list(organizationId, { limit: 100 }, { signal })),
  });

export type { SignInPolicy } from '@sluice/client';

/** How people must sign in before their sessions reach the organization. */
export const signInPolicyQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...keys.organization(organizationId), 'sign-in policy'],
    queryFn: async ({ signal }) => (await api.organizations.signInPolicy(organizationId, { signal })).data,
  });
