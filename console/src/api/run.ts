import { SluiceError, type Log } from '@sluice/client';
import { queryOptions } from '@tanstack/react-query';
import type { WorkflowDocument } from '../../../src/document/document.js';
import { api } from './client.js';
import { keys } from './keys.js';

const lookedForAgainMs = 1000;
const mostLooks = 15;
/** Runs that this page has started and has not read yet. They have no entry in the log until a process begins them. */
const started = new Set<string>();

export const noteStarted = (executionId: string): unknown => started.add(executionId);

export const isStarted = (executionId: string): boolean => started.has(executionId);

const isOfServer = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A run with its spans, by the id that callers know; null when there is none. A run that has just started is looked for some more times. */
export const runQuery = (workspaceId: string, executionId: string) =>
  queryOptions({
    queryKey: keys.run(workspaceId, executionId),
    queryFn: async ({ client, queryKey, signal }) => {
      // An absent run is no error in a list, and browsers report errors. Runs with ids of the server are seldom absent.
      const mayBeAbsent = !isOfServer.test(executionId) || isStarted(executionId) || client.getQueryData(queryKey) === null;
      if (mayBeAbsent && (await api.logs.list({ workspaceId, executionId, limit: 1 }, { signal })).data.length === 0) return null;
      return api.logs.get(executionId, { workspaceId }, { signal }).then(found, absent);
    },
    refetchInterval: ({ state }) =>
      state.data === null && (isStarted(executionId) || state.dataUpdateCount < mostLooks) ? lookedForAgainMs : false,
  });

function found({ data }: { readonly data: Log }): Log {
  started.delete(data.executionId);
  return data;
}

/** A log that lags (503) does not have the run yet. The next look asks the list, which fails where the server is away. */
function absent(error: unknown): null {
  if (error instanceof SluiceError && (error.status === 404 || error.status === 503)) return null;
  throw error;
}

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

/** The answers that a run has taken or will take, the oldest first. Only runs that have asked have any. */
export const answersQuery = (workspaceId: string, { workflowId, executionId }: Log) =>
  queryOptions({
    queryKey: [...keys.run(workspaceId, executionId), 'answers'],
    queryFn: async ({ signal }) => (await api.pauses.get(workflowId, executionId, { signal })).queue,
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
