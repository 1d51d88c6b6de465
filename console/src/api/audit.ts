import { infiniteQueryOptions } from '@tanstack/react-query';
import { auditFilters, type AuditSearch } from '../pages/audit/audit-search.js';
import { api, longTransfer } from './client.js';
import { keys } from './keys.js';

export type { AuditLog } from '@sluice/client';

/** The log of a workspace, or of its organization itself. */
export type AuditPlace = { readonly workspaceId: string } | { readonly organizationId: string };

/** The entries that the filters let through, the newest first. */
export function auditQuery(place: AuditPlace, search: AuditSearch) {
  const filters = auditFilters(search);
  return infiniteQueryOptions({
    queryKey: [...keys.audit, place, filters],
    queryFn: async ({ pageParam, signal }) =>
      await api.auditLogs.list({ ...place, ...filters, limit: 100, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** The chain of the organization, with its signatures. */
export async function fetchArchive(workspaceId: string): Promise<Blob> {
  return (await api.auditProofs.archive({ workspaceId }, longTransfer)).blob();
}

/** The proof of one entry, as a file. */
export async function fetchProof(id: string): Promise<Blob> {
  return new Blob([JSON.stringify(await api.auditProofs.prove(id))], { type: 'application/json' });
}

/** The signed position of the log at this moment, as a file. */
export async function fetchCheckpoint(workspaceId: string): Promise<Blob> {
  return new Blob([JSON.stringify(await api.auditProofs.checkpoint({ workspaceId }))], { type: 'application/json' });
}

/** The key that signs now, PEM. */
export async function fetchPublicKey(): Promise<string> {
  return (await api.auditLogs.key()).data.publicKey;
}
