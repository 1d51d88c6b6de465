import { SluiceError, type LogChanges, type LogEntry } from '@sluice/client';
import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { RunFilters } from '../pages/runs/run-filters.js';
import { latestOf, unseenRuns, updatedPages, withRuns, type EntryPage } from '../run/live-runs.js';
import { api, whileVisible, withStream } from './client.js';
import { keys } from './keys.js';
import { runsQuery } from './logs.js';

export interface LiveRuns {
  readonly query: ReturnType<typeof useRuns>;
  /** Runs that are not shown yet, because the list does not move under its reader. */
  readonly unseen: number;
  /** Whether there are more of them than are counted. */
  readonly isMore: boolean;
  /** Shows them. */
  readonly show: () => void;
}

const useRuns = (workspaceId: string, filters: RunFilters) => useInfiniteQuery(runsQuery(workspaceId, filters));

interface Waiting {
  readonly of: string;
  readonly entries: readonly LogEntry[];
  readonly isMore: boolean;
}

/** The list of runs, which follows what happens: rows change where they are, and new ones appear while the reader is at the top. */
export function useLiveRuns(workspaceId: string, filters: RunFilters, isAtTop: boolean): LiveRuns {
  const queries = useQueryClient();
  const query = useRuns(workspaceId, filters);
  const { queryKey } = runsQuery(workspaceId, filters);
  const of = JSON.stringify(queryKey);
  const none: Waiting = { of, entries: [], isMore: false };
  const [kept, setKept] = useState(none);
  const waiting = kept.of === of ? kept : none;
  const again = useRefresh(workspaceId, of);
  const change = (pagesOf: (pages: readonly ListPage[]) => readonly ListPage[]): void =>
    void queries.setQueryData(queryKey, (data: InfiniteData<ListPage> | undefined) => data && { ...data, pages: [...pagesOf(data.pages)] });
  const show = (): void => {
    if (waiting.isMore) void queries.invalidateQueries({ queryKey, exact: true });
    else change((pages) => withRuns(pages, unseenRuns(pages, waiting.entries, filters, Date.now()), filters));
    setKept(none);
  };
  const onChanges = useEffectEvent(({ data, left, isMissed }: LogChanges, isFirst: boolean): void => {
    const pages = queries.getQueryData<InfiniteData<ListPage>>(queryKey)?.pages;
    const isMore = left > 0 || isMissed;
    // What happened between the reading of the list and the beginning of the stream is in neither.
    if (pages === undefined || isFirst) return again(true);
    if (data.length === 0 && !isMore) return;
    change((all) => updatedPages(all, data));
    const found = unseenRuns(pages, data, filters, Date.now());
    if (!isAtTop) {
      setKept((was) => {
        const before = was.of === of ? was : none;
        return { of, entries: latestOf(before.entries, found), isMore: before.isMore || isMore };
      });
    } else if (isMore) again(true);
    else change((all) => withRuns(all, unseenRuns(all, found, filters, Date.now()), filters));
    again(false);
  });
  useEffect(() => followVisibly(workspaceId, (changes, isFirst) => onChanges(changes, isFirst)), [workspaceId]);
  const hasWaiting = waiting.entries.length > 0 || waiting.isMore;
  const onTop = useEffectEvent(show);
  useEffect(() => {
    if (isAtTop && hasWaiting) onTop();
  }, [isAtTop, hasWaiting]);
  return { query, unseen: waiting.entries.length, isMore: waiting.isMore, show };
}

type ListPage = EntryPage & { readonly now: number };

const calmMs = 5000;

/** Reads the figures again, and if wanted the list, some time after a change: one time for all changes meanwhile. */
function useRefresh(workspaceId: string, of: string): (withList: boolean) => void {
  const queries = useQueryClient();
  const [due] = useState(() => ({ timer: undefined as ReturnType<typeof setTimeout> | undefined, withList: false, readAt: 0 }));
  useEffect(
    () => () => {
      clearTimeout(due.timer);
      Object.assign(due, { timer: undefined, withList: false });
    },
    [due, of],
  );
  return (withList) => {
    due.withList ||= withList;
    const isCalm = Date.now() - due.readAt > calmMs;
    due.timer ??= setTimeout(
      () => {
        const isWanted = due.withList;
        Object.assign(due, { timer: undefined, withList: false, readAt: Date.now() });
        const predicate = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
          queryKey[2] === 'figures' || (isWanted && JSON.stringify(queryKey) === of);
        void queries.invalidateQueries({ queryKey: keys.logs(workspaceId), predicate }, { cancelRefetch: false });
      },
      withList && isCalm ? 0 : calmMs,
    );
  };
}

const againMs = 3000;

/**
 * Follows the changes while the page is in view: a browser has few connections. It continues after the last change that it has, however long ago that was.
 * @returns what ends it
 */
function followVisibly(workspaceId: string, tell: (changes: LogChanges, isFirst: boolean) => void): () => void {
  let after: string | undefined;
  let abort: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = async (signal: AbortSignal, mayStay: boolean): Promise<void> => {
    for await (const changes of api.followLogChanges(workspaceId, { after, signal })) {
      signal.throwIfAborted();
      const isFirst = after === undefined;
      after = changes.nextAfter;
      tell(changes, isFirst);
      if (!mayStay) return;
    }
  };
  const start = (): void => {
    clearTimeout(timer);
    if (abort !== undefined) return;
    const own = new AbortController();
    abort = own;
    withStream((mayStay) => read(own.signal, mayStay)).then(
      () => stopped(own),
      (error: unknown) => stopped(own, error),
    );
  };
  const stopped = (own: AbortController, error?: unknown): void => {
    if (own.signal.aborted) return;
    abort = undefined;
    const isFinal = error instanceof SluiceError && [401, 403, 404].includes(error.status ?? 0);
    if (!isFinal) timer = setTimeout(start, againMs);
  };
  const stop = (): void => {
    clearTimeout(timer);
    abort?.abort();
    abort = undefined;
  };
  return whileVisible({ start, stop });
}
