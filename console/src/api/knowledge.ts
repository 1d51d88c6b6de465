import type { Document as KnowledgeDocument, DocumentDetail, KnowledgeBase, SearchKnowledgeRequest } from '@sluice/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { uploadClient } from '../uploads/upload-client.js';
import type { Sending } from '../uploads/use-uploads.js';
import { api } from './client.js';
import { keys } from './keys.js';

export type { DocumentDetail, KnowledgeBase, KnowledgeDocument };

const processedAgainMs = 2000;
const pageSize = 50;
const chunkPageSize = 20;

/** Whether a document will change without anything being done. */
export function isProcessing({ processingStatus }: KnowledgeDocument): boolean {
  return processingStatus === 'pending' || processingStatus === 'processing';
}

/** All knowledge bases of a workspace, the newest first. */
export const basesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: keys.knowledge(workspaceId),
    queryFn: async ({ signal }) => (await api.knowledgeBases.list({ workspaceId }, { signal })).data.knowledgeBases,
  });

export const baseQuery = (workspaceId: string, baseId: string) =>
  queryOptions({
    queryKey: keys.knowledgeBase(workspaceId, baseId),
    queryFn: async ({ signal }) => (await api.knowledgeBases.get(baseId, { workspaceId }, { signal })).data.knowledgeBase,
  });

/** Documents whose name contains a text, page by page. They are read again while one of them is being processed. */
export const documentsQuery = (workspaceId: string, baseId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.knowledgeBase(workspaceId, baseId), 'documents', search],
    queryFn: async ({ pageParam, signal }) => {
      const query = { workspaceId, limit: pageSize, offset: pageParam, ...(search === '' ? {} : { search }) };
      return (await api.knowledgeDocuments.list(baseId, query, { signal })).data;
    },
    initialPageParam: 0,
    getNextPageParam: ({ pagination: { hasMore, offset, limit } }) => (hasMore ? offset + limit : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ documents }) => documents.some(isProcessing)) === true ? processedAgainMs * state.data.pages.length : false,
  });

/** A document with the progress of its processing. */
export const documentQuery = (workspaceId: string, baseId: string, documentId: string) =>
  queryOptions({
    queryKey: [...keys.knowledgeBase(workspaceId, baseId), 'document', documentId],
    queryFn: async ({ signal }) => (await api.knowledgeDocuments.get(baseId, documentId, { workspaceId }, { signal })).data.document,
    refetchInterval: ({ state }) => (state.data !== undefined && isProcessing(state.data) ? processedAgainMs : false),
  });

/** The chunks of a document, page by page. A document that was processed again has other chunks. */
export const chunksQuery = (workspaceId: string, { knowledgeBaseId, id, processingCompletedAt }: DocumentDetail) =>
  infiniteQueryOptions({
    queryKey: [...keys.knowledgeBase(workspaceId, knowledgeBaseId), 'chunks', id, processingCompletedAt],
    queryFn: async ({ pageParam, signal }) =>
      (await api.knowledgeDocuments.listChunks(knowledgeBaseId, id, { workspaceId, limit: chunkPageSize, offset: pageParam }, { signal }))
        .data,
    initialPageParam: 0,
    getNextPageParam: ({ pagination: { hasMore, offset, limit } }) => (hasMore ? offset + limit : undefined),
  });

export async function uploadDocument(workspaceId: string, baseId: string, file: File, { signal, onProgress }: Sending): Promise<void> {
  await uploadClient(onProgress).knowledgeDocuments.upload(baseId, { workspaceId, file }, { signal });
}

export async function searchBase(request: SearchKnowledgeRequest) {
  return (await api.knowledgeBases.search(request)).data;
}
