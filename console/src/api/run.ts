import { queryOptions } from '@tanstack/react-query';
import type { WorkflowDocument } from '../../../src/document/document.js';
import { api } from './client.js';
import { keys } from './keys.js';

const lookedForAgainMs = 1000;
const mostLooks = 15;

/** A run with its spans, by the id that callers know; null when there is none. A run that has just started is looked for some more times. */
export const runQuery = (workspaceId: string, executionId: string) =>
  queryOptions({
    queryKey: keys.run(workspaceId, executionId),
    queryFn: async ({ signal }) => {
      const { data: found } = await api.logs.list({ workspaceId, executionId, limit: 1 }, { signal });
      const [entry] = found;
      return entry === undefined ? null : (await api.logs.get(entry.id, { signal })).data;
    },
    refetchInterval: ({ state }) => (state.data === null && state.dataUpdateCount < mostLooks ? lookedForAgainMs : false),
  });

/** Why the run is in its state, and what helps. */
export const diagnosisQuery = (workspaceId: string, executionId: string) =>
  queryOptions({
    queryKey: [...keys.run(workspaceId, executionId), 'diagnosis'],
    queryFn: async ({ signal }) => (await api.logs.diagnosis(executionId, { workspaceId }, { signal })).data,
  });

/** What the run did outside of the server. */
export const effectsQuery = (workspaceId: string, executionId: string) =>
  queryOptions({
    queryKey: [...keys.run(workspaceId, executionId), 'effects'],
    queryFn: async ({ signal }) => (await api.logs.effects(executionId, { workspaceId }, { signal })).data,
  });

/** The latest runs of a workflow, to compare with. */
export const comparableQuery = (workspaceId: string, workflowId: string) =>
  queryOptions({
    queryKey: [...keys.logs(workspaceId), 'comparable', workflowId],
    queryFn: async ({ signal }) =>
      (await api.logs.list({ workspaceId, workflowIds: [workflowId], details: 'full', limit: 20 }, { signal })).data,
  });

/** The version that the run executed. It never changes. */
export const executedQuery = (workspaceId: string, executionId: string) =>
  queryOptions({
    queryKey: [...keys.run(workspaceId, executionId), 'executed'],
    queryFn: async ({ signal }) =>
      (await api.logs.execution(executionId, { workspaceId }, { signal })).workflowState as unknown as WorkflowDocument,
    staleTime: Infinity,
  });

/** Whether the run is kept beyond its retention time, and why; for admins. */
export const holdQuery = (workspaceId: string, executionId: string) =>
  queryOptions({
    queryKey: [...keys.run(workspaceId, executionId), 'hold'],
    queryFn: async ({ signal }) => (await api.holds.find(executionId, { workspaceId }, { signal })).data,
  });
