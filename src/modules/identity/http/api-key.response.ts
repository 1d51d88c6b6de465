import type { ApiKeyView, IssuedApiKey } from '../queries/views.js';

export type ApiKeyResponse = Pick<ApiKeyView, 'id' | 'name' | 'displayKey' | 'createdAt' | 'expiresAt'>;
export type IssuedApiKeyResponse = ApiKeyResponse & Pick<IssuedApiKey, 'key'>;

export function apiKeyResponse({ id, name, displayKey, createdAt, expiresAt }: ApiKeyView): ApiKeyResponse {
  return { id, name, displayKey, createdAt, expiresAt };
}

export function issuedApiKeyResponse({ id, name, key, displayKey, createdAt, expiresAt }: IssuedApiKey): IssuedApiKeyResponse {
  return { id, name, key, displayKey, createdAt, expiresAt };
}
