import type { ApiKeyView, IssuedApiKey } from '../queries/views.js';

export type ApiKeyResponse = Pick<ApiKeyView, 'id' | 'name' | 'displayKey' | 'createdAt' | 'expiresAt' | 'allowedIps' | 'lastUsedAt'> & {
  readonly scopes: readonly string[];
};
export type IssuedApiKeyResponse = ApiKeyResponse & Pick<IssuedApiKey, 'key'>;

export function apiKeyResponse(view: ApiKeyView): ApiKeyResponse {
  const { id, name, displayKey, createdAt, expiresAt, scope, areas, allowedIps, lastUsedAt } = view;
  return { id, name, displayKey, createdAt, expiresAt, scopes: [...(scope === null ? [] : [scope]), ...areas], allowedIps, lastUsedAt };
}

export function issuedApiKeyResponse(view: IssuedApiKey): IssuedApiKeyResponse {
  return { ...apiKeyResponse(view), key: view.key };
}
