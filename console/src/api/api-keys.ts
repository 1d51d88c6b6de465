import { queryOptions } from '@tanstack/react-query';
import { api } from './client.js';
import { collected } from './collected.js';
import { keys } from './keys.js';

export interface ApiKeyEntry {
  readonly id: string;
  readonly name: string;
  readonly displayKey: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly scopes: readonly string[];
  readonly allowedIps: readonly string[];
  /** Keys of workspaces act as the person who made them. */
  readonly createdBy?: { readonly userId: string; readonly email: string };
}

export interface WantedKey {
  readonly name: string;
  readonly expiresAt: string | null;
  readonly scopes?: readonly string[];
  readonly allowedIps?: readonly string[];
}

/** The keys of one owner, and what can be done with them. */
export interface KeyRing {
  readonly owner: string;
  list(signal: AbortSignal): AsyncIterable<ApiKeyEntry>;
  /** @returns the value, which is shown once */
  issue(wanted: WantedKey): Promise<string>;
  rotate(keyId: string, overlapSeconds: number): Promise<string>;
  revoke(keyId: string): Promise<unknown>;
}

const limit = 100;

export const workspaceKeys = (workspaceId: string): KeyRing => ({
  owner: workspaceId,
  list: (signal) => api.workspaceApiKeys.list(workspaceId, { limit }, { signal }),
  issue: async (wanted) => (await api.workspaceApiKeys.issue(workspaceId, wanted)).data.key,
  rotate: async (keyId, overlapSeconds) => (await api.workspaceApiKeys.rotate(workspaceId, keyId, { overlapSeconds })).data.key,
  revoke: (keyId) => api.workspaceApiKeys.revoke(workspaceId, keyId),
});

export const personalKeys: KeyRing = {
  owner: 'me',
  list: (signal) => api.personalApiKeys.list({ limit }, { signal }),
  issue: async (wanted) => (await api.personalApiKeys.issue(wanted)).data.key,
  rotate: async (keyId, overlapSeconds) => (await api.personalApiKeys.rotate(keyId, { overlapSeconds })).data.key,
  revoke: (keyId) => api.personalApiKeys.revoke(keyId),
};

export const apiKeysQuery = (ring: KeyRing) =>
  queryOptions({ queryKey: keys.apiKeys(ring.owner), queryFn: ({ signal }) => collected(ring.list(signal)) });
