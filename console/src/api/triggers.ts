import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './client.js';
import { collected } from './collected.js';
import { keys } from './keys.js';

export type { Delivery, Trigger, TriggerDetails } from '@sluice/client';

/** People wait for an event in front of the page of a trigger. */
const readAgainMs = 5_000;

export const triggersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...keys.triggers(workspaceId), 'list'],
    queryFn: ({ signal }) => collected(api.triggers.list({ workspaceId, limit: 100 }, { signal })),
  });

export const triggerQuery = (workspaceId: string, triggerId: string) =>
  queryOptions({
    queryKey: [...keys.triggers(workspaceId), 'one', triggerId],
    queryFn: async ({ signal }) => (await api.triggers.get(triggerId, { signal })).data,
    refetchInterval: readAgainMs,
  });

/** Deliveries of the workspace or of one trigger, the newest first. */
export const deliveriesQuery = (workspaceId: string, triggerId: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...keys.triggers(workspaceId), 'deliveries', triggerId ?? ''],
    queryFn: async ({ pageParam, signal }) =>
      await api.deliveries.list(
        { workspaceId, limit: 50, ...(triggerId !== undefined && { triggerId }), ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) => readAgainMs * (state.data?.pages.length ?? 1),
  });

export const deliveryQuery = (workspaceId: string, deliveryId: string) =>
  queryOptions({
    queryKey: [...keys.triggers(workspaceId), 'delivery', deliveryId],
    queryFn: async ({ signal }) => (await api.deliveries.get(deliveryId, { signal })).data,
  });

const listenEveryMs = 1000;

/** What a listener has heard, asked for until it heard something or stopped. */
export const listenerQuery = (triggerId: string, token: string) =>
  queryOptions({
    queryKey: ['listener', token],
    queryFn: async ({ signal }) => (await api.webhooks.getListener(triggerId, token, { signal })).data,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.status === 'waiting' ? listenEveryMs : false),
  });
