import type { IssueApiKeyRequest, SluiceClient } from '#client';
import { collected } from '../collected.js';

interface ListedKey {
  readonly id: string;
  readonly name: string;
  readonly displayKey: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}

interface IssuedKey extends ListedKey {
  readonly key: string;
}

/** The API keys of a user or of a workspace. */
export interface KeyRing {
  list(): Promise<readonly ListedKey[]>;
  issue(request: IssueApiKeyRequest): Promise<IssuedKey>;
  revoke(id: string): Promise<unknown>;
}

export function personalKeys({ personalApiKeys }: SluiceClient): KeyRing {
  return {
    list: () => collected(personalApiKeys.list()),
    issue: async (request) => (await personalApiKeys.issue(request)).data,
    revoke: (id) => personalApiKeys.revoke(id),
  };
}

export function workspaceKeys({ workspaceApiKeys }: SluiceClient, workspaceId: string): KeyRing {
  return {
    list: () => collected(workspaceApiKeys.list(workspaceId)),
    issue: async (request) => (await workspaceApiKeys.issue(workspaceId, request)).data,
    revoke: (id) => workspaceApiKeys.revoke(workspaceId, id),
  };
}
