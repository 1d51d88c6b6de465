import type { HistoryEntry } from '@sluice/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { authorsOf, type ChangeAuthor } from '../versions/change-authors.js';
import { api } from './client.js';
import { keys } from './keys.js';
import { openDraft } from './shared.js';
import type { WorkflowDocument } from '../../../src/document/document.js';

export type { HistoryEntry };

/** The changes of the draft and what became of its versions, the newest first. */
export const draftHistoryQuery = (workflowId: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.workflow(workflowId), 'history'],
    queryFn: async ({ pageParam, signal }) =>
      api.workflows.draftHistory(workflowId, pageParam === null ? {} : { before: pageParam }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextBefore }) => nextBefore,
  });

export interface DraftAtRevision {
  readonly revision: number;
  readonly document: WorkflowDocument;
  /** Why edits of the open editor are not in it; undefined when all are. */
  readonly unsent: unknown;
}

/** The draft that a deployment is about, with all edits of an open editor. It changes only when it is asked for again. */
export const deployedDraftQuery = (workflowId: string) =>
  queryOptions({
    queryKey: ['draft to deploy', workflowId],
    queryFn: async ({ signal }): Promise<DraftAtRevision> => {
      const editor = openDraft.get();
      let unsent: unknown;
      if (editor?.workflowId === workflowId) await editor.save().catch((error: unknown) => (unsent = error));
      const { data } = await api.workflows.draft(workflowId, {}, { signal });
      return { revision: data.revision, document: data.document as WorkflowDocument, unsent };
    },
    staleTime: Infinity,
    gcTime: 0,
  });

const mostPages = 20;

/** Who has changed a draft up to a revision, since a version was deployed or since it exists; the author of the last change first. */
export const draftAuthorsQuery = (workflowId: string, version: number | null, revision: number) =>
  queryOptions({
    queryKey: [...keys.workflow(workflowId), 'authors', version, revision],
    queryFn: async ({ signal }): Promise<readonly ChangeAuthor[]> => {
      const entries: HistoryEntry[] = [];
      let before: number | null = null;
      for (let page = 0; page < mostPages; page += 1) {
        const { data, nextBefore } = await api.workflows.draftHistory(workflowId, before === null ? {} : { before }, { signal });
        const end = data.findIndex((entry) => entry.kind === 'deployed' && entry.version === version);
        entries.push(...(end === -1 ? data : data.slice(0, end)));
        if (end !== -1 || nextBefore === null) break;
        before = nextBefore;
      }
      return authorsOf(entries, revision);
    },
    staleTime: 0,
  });
