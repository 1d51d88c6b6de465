import type { BulkJob, BulkJobRequest } from '@sluice/client';
import { queryOptions } from '@tanstack/react-query';
import { queryOf, type RunFilters } from '../pages/runs/run-filters.js';
import { api } from './client.js';
import { keys } from './keys.js';
import { shared, type Shared } from './shared.js';

/** The runs that a bulk job is about: those that were selected, or all that match. */
export type BulkTarget = { readonly ids: readonly string[] } | { readonly filters: RunFilters };

export type BulkAction = 'cancel' | 'replay';
export type ReplayMode = 'recorded' | 'live';

/** The most runs that one job can name. */
export const mostSelected = 1000;

const changeable = { cancel: ['running', 'paused'], replay: ['completed', 'failed', 'cancelled'] } as const;

/** @param now the end of ranges like "the last hour" */
export function bulkRequest(
  workspaceId: string,
  target: BulkTarget,
  { action, mode, now }: { readonly action: BulkAction; readonly mode: ReplayMode; readonly now: number },
): BulkJobRequest {
  // A request must choose its runs: those that the action can change, unless the filters say more.
  const { order: _, ...filters } = 'filters' in target ? queryOf(target.filters, now) : { order: undefined };
  return {
    workspaceId,
    action,
    ...(action === 'replay' && { mode }),
    ...('ids' in target ? { executionIds: [...target.ids] } : { status: [...changeable[action]], ...filters }),
  };
}

/** How many runs a job would be about. */
export const bulkCountQuery = (request: BulkJobRequest) =>
  queryOptions({
    queryKey: [...keys.logs(request.workspaceId), 'bulk-count', request],
    queryFn: async ({ signal }) => (await api.logs.countRunsOfBulkJob(request, { signal })).data.found,
    gcTime: 0,
  });

const followMs = 1000;

/** A job with its progress, read again until it ends. */
export const bulkJobQuery = (workspaceId: string, id: string) =>
  queryOptions({
    queryKey: ['bulk-job', workspaceId, id],
    queryFn: async ({ signal }) => (await api.logs.getBulkJob(id, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? followMs : false),
  });

/** Starts a job. A workspace has one at a time, so a repeated request starts no second one. */
export async function startBulk(request: BulkJobRequest): Promise<BulkJob> {
  return (await api.logs.startBulkJob(request)).data;
}

/** Stops a job after the runs that it is at. */
export async function stopBulk(id: string): Promise<BulkJob> {
  return (await api.logs.stopBulkJob(id)).data;
}

const followed = new Map<string, Shared<string | undefined>>();

/** The job whose progress this tab shows in a workspace, also after the page is loaded again. */
export function followedJob(workspaceId: string): Shared<string | undefined> {
  const key = `sluice.runs.bulk.${workspaceId}`;
  const known = followed.get(key) ?? shared(sessionStorage.getItem(key) ?? undefined);
  if (!followed.has(key)) {
    followed.set(key, known);
    known.subscribe(() => {
      const id = known.get();
      if (id === undefined) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, id);
    });
  }
  return known;
}
