import type { LogEntry } from '@sluice/client';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryOf, searchOf, type RunFilters } from '../pages/runs/run-filters.js';
import type { Division } from '../run/run-histogram.js';
import { api, longTransfer } from './client.js';
import { keys } from './keys.js';

const pageSize = 100;

/** The runs of a workspace, page by page. The end of ranges like "the last hour" stays where it was for all pages of one look. */
export function runsQuery(workspaceId: string, filters: RunFilters) {
  return infiniteQueryOptions({
    queryKey: [...keys.logs(workspaceId), 'list', searchOf(filters)],
    queryFn: async ({ pageParam, signal }) => {
      const now = pageParam.now ?? Date.now();
      const query = { ...queryOf(filters, now), workspaceId, details: 'full' as const, limit: pageSize };
      const page = await api.logs.list({ ...query, ...(pageParam.cursor === undefined ? {} : { cursor: pageParam.cursor }) }, { signal });
      return { entries: page.data, cursor: page.nextCursor, now };
    },
    initialPageParam: {} as { readonly cursor?: string; readonly now?: number },
    getNextPageParam: ({ cursor, now }) => (cursor === null ? undefined : { cursor, now }),
    // The stream of changes says what has happened while the page was hidden.
    refetchOnWindowFocus: false,
  });
}

/** Counts of the runs of a range over time, and since when runs are counted. */
export const runFiguresQuery = (workspaceId: string, { fromMs, toMs, bucket }: Division, workflowIds: readonly string[] | undefined) =>
  queryOptions({
    queryKey: [...keys.logs(workspaceId), 'figures', fromMs, toMs, bucket, workflowIds],
    queryFn: async ({ signal }) => {
      const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
      const query = { workspaceId, from, to, bucket, ...(workflowIds && { workflowIds }) };
      return api.logs.summary(query, { signal });
    },
    placeholderData: keepPreviousData,
  });

/** All runs that match, as a file. */
export async function exportRuns(workspaceId: string, filters: RunFilters, format: 'jsonl' | 'csv'): Promise<Blob> {
  return (await api.logs.export({ ...queryOf(filters, Date.now()), workspaceId, format, details: 'full' }, longTransfer)).blob();
}

export type RunEntry = LogEntry;
