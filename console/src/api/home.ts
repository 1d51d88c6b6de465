import type { Diagnosis, LogEntry } from '@sluice/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client.js';
import { keys } from './keys.js';

/** Whether a workflow of the workspace has ever run, as far as runs are kept. */
export const hasRunsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...keys.logs(workspaceId), 'any'],
    queryFn: async ({ signal }) => (await api.logs.list({ workspaceId, limit: 1 }, { signal })).data.length > 0,
    // The page is up to date when a person comes back after the first run; the command of the example stays while it is read.
    staleTime: ({ state }) => (state.data === true ? Infinity : 0),
    refetchOnWindowFocus: false,
  });

/** Failed runs since a time, grouped by workflow and error. */
export const errorsQuery = (workspaceId: string, fromMs: number) =>
  queryOptions({
    queryKey: [...keys.logs(workspaceId), 'errors', fromMs],
    queryFn: async ({ signal }) => (await api.logs.errors({ workspaceId, from: new Date(fromMs).toISOString() }, { signal })).data,
  });

const shownQuestions = 5;

/** The questions that the person may answer, the first ones. */
export const questionsForMeQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...keys.questions(workspaceId), 'for me', shownQuestions],
    queryFn: async ({ signal }) => api.pauses.inbox({ workspaceId, for: 'me', limit: shownQuestions }, { signal }),
  });

export interface StuckRun {
  readonly entry: LogEntry;
  readonly diagnosis: Diagnosis;
}

/** A run that began later is not called stuck, whatever it waits for. */
const patienceMs = 120_000;
const examined = 10;
/** What is no trouble: the run works, or waits as its workflow wants. */
const usual = new Set<Diagnosis['finding']>(['running', 'finished', 'waiting-for-person', 'waiting-for-time']);

/** The oldest active runs that do not go on, each with the reason. */
export const stuckRunsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...keys.logs(workspaceId), 'stuck'],
    queryFn: async ({ signal }): Promise<readonly StuckRun[]> => {
      const endDate = new Date(Date.now() - patienceMs).toISOString();
      const { data } = await api.logs.list(
        { workspaceId, status: ['running'], endDate, order: 'asc', limit: examined, details: 'full' },
        { signal },
      );
      const runs = await Promise.all(
        data.map(async (entry) => ({ entry, diagnosis: (await api.logs.diagnosis(entry.executionId, { workspaceId }, { signal })).data })),
      );
      return runs.filter(({ diagnosis }) => !usual.has(diagnosis.finding));
    },
  });
