import type { ApiKeyView, IssuedApiKey } from '../../projections/views.js';

export type ApiKeyResponse = Pick<ApiKeyView, 'id' | 'name' | 'displayKey' | 'createdAt' | 'expiresAt' | 'allowedIps' | 'lastUsedAt'> & {
  /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
  readonly scopes: readonly string[];
};
/** Ends when the user that it acts as has no access to the workspace any more. */
export type WorkspaceApiKeyResponse = ApiKeyResponse & {
  /** The user that the key acts as: its creator. */
  readonly createdBy: {
    readonly userId: string /** E-mail address of the user. */;
    /** E-mail address of the user. */
    readonly email: string;
  };
};
export type IssuedWorkspaceApiKeyResponse = WorkspaceApiKeyResponse & Pick<IssuedApiKey, 'key'>;
export type IssuedApiKeyResponse = ApiKeyResponse & Pick<IssuedApiKey, 'key'>;

export function apiKeyResponse(view: ApiKeyView): ApiKeyResponse {
  const { id, name, displayKey, createdAt, expiresAt, scope, areas, allowedIps, lastUsedAt } = view;
  return { id, name, displayKey, createdAt, expiresAt, scopes: [...(scope === null ? [] : [scope]), ...areas], allowedIps, lastUsedAt };
}

export function issuedApiKeyResponse(view: IssuedApiKey): IssuedApiKeyResponse {
  return { ...apiKeyResponse(view), key: view.key };
}

export function workspaceApiKeyResponse(view: ApiKeyView): WorkspaceApiKeyResponse {
  return { ...apiKeyResponse(view), createdBy: { userId: view.userId, email: view.email } };
}

export function issuedWorkspaceApiKeyResponse(view: IssuedApiKey): IssuedWorkspaceApiKeyResponse {
  return { ...workspaceApiKeyResponse(view), key: view.key };
}
