import type { File as StoredFile } from '@sluice/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { uploadClient } from '../uploads/upload-client.js';
import type { Sending } from '../uploads/use-uploads.js';
import { api } from './client.js';
import { keys } from './keys.js';

export type { StoredFile };

/** The files of a workspace, page by page, the newest first. */
export function filesQuery(workspaceId: string) {
  return infiniteQueryOptions({
    queryKey: keys.files(workspaceId),
    queryFn: async ({ pageParam, signal }) =>
      await api.files.list({ workspaceId, limit: 100, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** How much of its storage the account of the person uses. */
export const storageQuery = queryOptions({
  queryKey: keys.storage,
  queryFn: async ({ signal }) => (await api.usage.limits({ signal })).storage,
});

export async function uploadFile(workspaceId: string, file: File, { signal, onProgress }: Sending): Promise<void> {
  await uploadClient(onProgress).files.upload({ workspaceId, file }, { signal });
}

export async function deleteFile(workspaceId: string, id: string): Promise<void> {
  await api.files.delete(id, { workspaceId });
}

/** Where the browser fetches the file to save it. */
export function downloadAddress(workspaceId: string, id: string): string {
  return `/api/v1/files/${encodeURIComponent(id)}?workspaceId=${encodeURIComponent(workspaceId)}`;
}

/** The first bytes of a file, to be looked at. A file does not change, so they stay right. */
export const contentQuery = (workspaceId: string, id: string, mostBytes: number) =>
  queryOptions({
    queryKey: [...keys.file(workspaceId, id), mostBytes],
    queryFn: async ({ signal }) =>
      (await api.fileContent.get(id, { workspaceId }, { signal, headers: { Range: `bytes=0-${mostBytes - 1}` } })).blob(),
    staleTime: Infinity,
  });
