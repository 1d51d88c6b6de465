import type { ListedPause } from '@sluice/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ResumeField } from '../../../src/engine/pause.js';
import { api } from './client.js';
import { keys } from './keys.js';
import { newId } from './new-id.js';

/** The form is that of the engine, which the description of the API writes more loosely. */
export type Question = Omit<ListedPause, 'form'> & { readonly form: readonly ResumeField[] };
export type QuestionField = ResumeField;

/** Which questions are listed: open ones for the person, all open ones, or those that are no longer open. */
export type QuestionView = 'me' | 'all' | 'ended';

const listedAgainMs = 5000;
const ended = ['answered', 'expired', 'closed'] as const;

/** The questions of a workspace, page by page. New ones appear by themselves. */
export const questionsQuery = (workspaceId: string, view: QuestionView) =>
  infiniteQueryOptions({
    queryKey: [...keys.questions(workspaceId), view],
    queryFn: async ({ pageParam, signal }) => {
      const which = view === 'ended' ? { status: ended } : view === 'me' ? { for: 'me' as const } : {};
      const query = { workspaceId, ...which, limit: 50, ...(pageParam === null ? {} : { cursor: pageParam }) };
      const { data, nextCursor } = await api.pauses.inbox(query, { signal });
      return { data: data as readonly Question[], nextCursor };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Each page is a request.
    refetchInterval: ({ state }) => listedAgainMs * (state.data?.pages.length ?? 1),
  });

const mostCounted = 50;

/** How many questions wait for the person: `50+` from fifty on; null without any. */
export const questionCountQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...keys.questions(workspaceId), 'count'],
    queryFn: async ({ signal }) => {
      const { data, nextCursor } = await api.pauses.inbox({ workspaceId, for: 'me', limit: mostCounted }, { signal });
      return data.length === 0 ? null : `${data.length}${nextCursor === null ? '' : '+'}`;
    },
    refetchInterval: 15_000,
  });

const mostSearched = 200;

/** A question that is no longer open, such as one that someone else has just answered; null if it is not among the latest ones. */
export const endedQuestionQuery = (workspaceId: string, { executionId, contextId }: Question) =>
  queryOptions({
    queryKey: [...keys.questions(workspaceId), 'other', executionId, contextId],
    queryFn: async ({ signal }) => {
      let searched = 0;
      for await (const question of api.pauses.inbox({ workspaceId, status: ended, limit: 50 }, { signal })) {
        if (question.executionId === executionId && question.contextId === contextId) return question as Question;
        if ((searched += 1) === mostSearched) return null;
      }
      return null;
    },
  });

/** Sends an answer. Files become files of the workspace first, under names that are free. */
export async function answerQuestion(
  workspaceId: string,
  { workflowId, executionId, contextId }: Question,
  input: Readonly<Record<string, unknown>>,
  files: ReadonlyMap<string, readonly File[]>,
): Promise<void> {
  const sent: Record<string, unknown> = { ...input };
  for (const [field, chosen] of files) {
    const stored = [];
    for (const file of chosen) stored.push(await storedFile(workspaceId, file));
    sent[field] = stored;
  }
  await api.resume(workflowId, executionId, contextId, sent);
}

type StoredFile = Awaited<ReturnType<typeof upload>>;

/** What was uploaded for an answer that was not taken: the next attempt sends the same file of the workspace. */
const uploaded = new WeakMap<File, StoredFile>();

async function storedFile(workspaceId: string, file: File): Promise<StoredFile> {
  const stored = uploaded.get(file) ?? (await upload(workspaceId, file));
  uploaded.set(file, stored);
  return stored;
}

async function upload(workspaceId: string, file: File) {
  const named = new File([file], `${newId()}-${file.name}`, { type: file.type });
  const { id, size, type, key } = (await api.files.upload({ workspaceId, file: named })).data.file;
  const url = `${location.origin}/api/v1/files/${id}?workspaceId=${encodeURIComponent(workspaceId)}`;
  return { id, name: file.name, size, type, key, url };
}
