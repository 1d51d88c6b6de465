import { queryOptions } from '@tanstack/react-query';
import type { UsageSearch } from '../pages/usage/usage-search.js';
import { api } from './client.js';
import { keys } from './keys.js';

/** What is added up: runs in a workspace, or all that an organization pays for. */
export type UsagePlace = { readonly workspaceId: string } | { readonly organizationId: string };

const dayMs = 86_400_000;

export const usageQuery = (place: UsagePlace, { by, days }: UsageSearch) =>
  queryOptions({
    queryKey: [...keys.usage, place, by, days],
    queryFn: async ({ signal }) => {
      const startDate = new Date(Date.now() - (days - 1) * dayMs).toISOString().slice(0, 10);
      return (await api.usage.get({ ...place, groupBy: by, startDate: `${startDate}T00:00:00.000Z` }, { signal })).data;
    },
  });

/** The limits of the account of the person, and what is used of them. */
export const limitsQuery = queryOptions({
  queryKey: ['limits'],
  queryFn: async ({ signal }) => await api.usage.limits({ signal }),
});
