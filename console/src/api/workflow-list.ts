import type { FigureBucket, ListedWorkflow } from '@sluice/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client.js';
import { keys } from './keys.js';

export type { ListedWorkflow };

/** More than any workspace that a person still reads as a list. */
const mostListed = 5000;

/** All workflows of a workspace with their runs, those that were changed last first. */
export const workflowListQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...keys.workflows(workspaceId), 'list'],
    queryFn: async ({ signal }) => {
      const found: ListedWorkflow[] = [];
      for await (const workflow of api.workflows.list({ workspaceId, limit: 100 }, { signal })) {
        found.push(workflow);
        if (found.length === mostListed) break;
      }
      return found.toSorted((left, right) => right.updatedAt.localeCompare(left.updatedAt));
    },
  });

export const foldersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: keys.folders(workspaceId),
    queryFn: async ({ signal }) => (await api.folders.list({ workspaceId }, { signal })).data,
    staleTime: 60_000,
  });

/** What the workflows did in the last 24 hours, by their ids. */
export const dayFiguresQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...keys.logs(workspaceId), 'day by workflow'],
    queryFn: async ({ signal }) => {
      const { data } = await api.logs.summary({ workspaceId, bucket: '1d', groupBy: 'workflow' }, { signal });
      return dayByWorkflow(data);
    },
    staleTime: 30_000,
  });

interface DayFigures {
  readonly started: number;
  readonly failed: number;
}

/** A day until now touches two calendar days. */
function dayByWorkflow(buckets: readonly FigureBucket[]): ReadonlyMap<string, DayFigures> {
  const sums = new Map<string, DayFigures>();
  for (const { workflowId, started, failed } of buckets) {
    if (workflowId === null) continue;
    const sum = sums.get(workflowId) ?? { started: 0, failed: 0 };
    sums.set(workflowId, { started: sum.started + started, failed: sum.failed + failed });
  }
  return sums;
}
