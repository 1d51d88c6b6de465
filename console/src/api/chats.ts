import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './client.js';
import { collected } from './collected.js';
import { keys } from './keys.js';

export type { Chat } from '@sluice/client';

export const chatsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...keys.chats(workspaceId), 'list'],
    queryFn: ({ signal }) => collected(api.chats.list({ workspaceId, limit: 100 }, { signal })),
  });

/** What agents remember of conversations, by the id that a workflow gives. */
export const conversationsQuery = (workspaceId: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.chats(workspaceId), 'conversations'],
    queryFn: async ({ pageParam, signal }) =>
      await api.memory.list({ workspaceId, limit: 50, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
