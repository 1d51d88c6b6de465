import { SluiceError, type PresentPerson } from '@sluice/client';
import { useQuery, useQueryClient, type Query } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSession } from '../api/session.js';
import { keys } from '../api/keys.js';
import { api, withStream } from '../api/client.js';
import { openDraft } from '../api/shared.js';
import { newId } from '../api/new-id.js';
import { savedRevision } from './runs/saved-revision.js';
import type { ForeignChange, Kept } from './store/draft-state.js';
import { checkWhenCalm } from './store/check-when-calm.js';
import { openKeeper } from './store/draft-keeper.js';
import { DraftStore, type DraftKeeper, type DraftSnapshot, type OpenedDraft } from './store/draft-store.js';
import { editorProblems, httpDraft, readDraft } from './store/http-draft.js';

/** Why a draft ended that the server does not show to the user any more. */
export const noAccess = 'You have no access to this workflow any more, or it was deleted.';
const againMs = 2000;
const patienceMs = 2000;

/** The drafts that were open before, by workflow: what they still send is in the next one. */
const left = new Map<string, DraftStore>();

/** Opens the draft of a workflow. Undefined until it is there. */
export function useDraftStore(
  workflowId: string,
  isReadOnly: boolean,
): {
  readonly store: DraftStore | undefined;
  /** Everyone who has the draft open, this page included. */
  readonly people: readonly PresentPerson[];
  readonly error: Error | null;
  readonly again: () => void;
} {
  const { user } = useSession();
  const opened = useQuery({
    // Not under the key of the workflow: what makes that out of date does not open the draft again.
    queryKey: ['edited draft', workflowId],
    queryFn: ({ signal }) => openedAfterFormer(workflowId, user.id, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  const [store, setStore] = useState<DraftStore>();
  const [people, setPeople] = useState<readonly PresentPerson[]>([]);
  useEffect(() => {
    if (opened.data === undefined) return undefined;
    const { draft, keeper } = opened.data;
    void left.get(workflowId)?.handOver();
    left.delete(workflowId);
    const made = new DraftStore({ ...draft, isReadOnly }, httpDraft(workflowId), keeper, { now: Date.now, newId, later });
    setStore(made);
    const stop = follow(made, workflowId, setPeople);
    openDraft.set({ workflowId, save: () => savedRevision(made) });
    return () => {
      openDraft.set(undefined);
      stop();
      left.set(workflowId, made);
      void made.close().then(() => {
        if (left.get(workflowId) === made && made.get().queue.length === 0) left.delete(workflowId);
      });
    };
  }, [opened.data, workflowId, isReadOnly]);
  return { store, people, error: opened.error, again: () => void opened.refetch() };
}

/** The draft with its keeper, once the store that was left sends nothing. That one continues to send when the draft cannot be opened. */
async function openedAfterFormer(
  workflowId: string,
  userId: string,
  signal: AbortSignal,
): Promise<{ readonly draft: OpenedDraft; readonly keeper: DraftKeeper }> {
  const former = left.get(workflowId);
  try {
    await Promise.race([former?.handOver(), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
    const [draft, keeper] = await Promise.all([readDraft(workflowId, signal), openKeeper(userId, workflowId)]);
    const missed = await missedBy(keeper.load(), draft.revision, workflowId);
    signal.throwIfAborted();
    return { draft: { ...draft, missed }, keeper };
  } catch (error) {
    // A later opening may have taken over meanwhile.
    if (left.get(workflowId) === former) former?.resume();
    throw error;
  }
}

/** What was changed since the oldest of the kept edits. Undefined when it is not known, so that the server is asked about each of them. */
async function missedBy(kept: readonly Kept[], revision: number, workflowId: string): Promise<readonly ForeignChange[] | undefined> {
  const oldest = Math.min(revision, ...kept.map((each) => each.revision ?? revision));
  return oldest === revision
    ? []
    : httpDraft(workflowId)
        .changesAfter(oldest)
        .catch(() => undefined);
}

export function useDraft(store: DraftStore): DraftSnapshot {
  return useSyncExternalStore(store.subscribe, store.get);
}

const calmMs = 1500;

/** What pages know about the workflow is read again when an edit is saved. */
export function useSavedEdits(workflowId: string, { revision, saving }: DraftSnapshot): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (saving !== 'saved' && saving !== 'ended') return undefined;
    const known = { queryKey: keys.workflow(workflowId), predicate: ({ queryKey }: Pick<Query, 'queryKey'>) => !isFixed(queryKey) };
    const timer = setTimeout(() => void queries.invalidateQueries(known), calmMs);
    return () => {
      clearTimeout(timer);
      void queries.invalidateQueries({ ...known, refetchType: 'none' });
    };
  }, [queries, workflowId, revision, saving]);
}

/** Whether a query is about a version or a revision, which never changes. */
function isFixed([, , kind, version, revision]: readonly unknown[]): boolean {
  return kind === 'document' && (version !== null || revision !== null);
}

function later(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}

/** Follows what others do while the page is visible, and what the server finds in the draft, if the user may ask. */
function follow(store: DraftStore, workflowId: string, onPeople: (people: readonly PresentPerson[]) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const endChecks = checkWhenCalm(
    store,
    async () => editorProblems((await api.workflows.validate(workflowId, {}, { signal })).data),
    later,
  );
  signal.addEventListener('abort', endChecks);
  let stream = new AbortController();
  const open = (): void => {
    stream.abort();
    stream = new AbortController();
    if (document.visibilityState === 'visible') void readStream(store, workflowId, onPeople, AbortSignal.any([signal, stream.signal]));
  };
  open();
  document.addEventListener(
    'visibilitychange',
    () => {
      store.flush();
      open();
    },
    { signal },
  );
  addEventListener('online', () => store.flush(), { signal });
  addEventListener(
    'pagehide',
    () => {
      // The field that has the focus makes an edit of what was typed in it.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      store.sendNow();
    },
    { signal },
  );
  addEventListener('beforeunload', (event) => (isLostAtEnd(store) ? event.preventDefault() : undefined), { signal });
  return () => stop.abort();
}

/** Whether edits wait that the browser has no room for: they end with the page. */
function isLostAtEnd(store: DraftStore): boolean {
  const { queue, isKept, saving } = store.get();
  return queue.length > 0 && !isKept && saving !== 'ended';
}

/** Reads the stream of the draft until the page is hidden, and opens it again when it is cut. */
async function readStream(
  store: DraftStore,
  workflowId: string,
  onPeople: (people: readonly PresentPerson[]) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await withStream(async (mayStay) => {
        if (!mayStay) return store.refresh();
        for await (const message of api.followDraft(workflowId, { after: store.get().revision, signal })) {
          if (message.type === 'presence') onPeople(message.people);
          else if (message.type === 'behind') await store.refresh();
          else store.receive([message as ForeignChange]);
        }
      });
    } catch (error) {
      const status = error instanceof SluiceError ? error.status : undefined;
      if (status === 403 || status === 404) return store.end(noAccess);
    }
    await new Promise((done) => setTimeout(done, againMs));
  }
}

const beatMs = 10_000;

/** Tells the others which block the user has selected. @param client the id of this page */
export function usePresence(workflowId: string, client: string, block: string | undefined): void {
  useEffect(() => {
    const report = (): void => {
      const isHidden = document.visibilityState !== 'visible';
      // The next report says it.
      api.workflows.reportPresence(workflowId, { client, ...(block !== undefined && { block }), isHidden }).catch(() => undefined);
    };
    const soon = setTimeout(report, 300);
    const timer = setInterval(report, beatMs);
    document.addEventListener('visibilitychange', report);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', report);
    };
  }, [workflowId, client, block]);
}
