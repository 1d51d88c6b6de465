import { Allow } from 'class-validator';
import { IsText, MayBeAbsent } from '#edge/request/request-fields.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';
import type { AuthType, OauthGrant } from '../domain/mcp-connection.events.js';

/**
 * An MCP server that the workspace is to use.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "name": "weather", "url": "https://mcp.example.com/mcp", "headers": {"Authorization": "Bearer {{WEATHER_TOKEN}}"}}
 */
export class RegisterMcpServerRequest extends WorkspaceRequest {
  /** Name of the server, unique in the workspace. Blocks may name the server by it. */
  @IsText(64)
  name!: string;

  /** What it is for; null: nothing. */
  @MayBeAbsent()
  @Allow()
  description?: string | null;

  /** Address of the server. It cannot be changed, and contains no secrets. */
  @IsText(2048)
  url!: string;

  /** How messages travel. */
  @MayBeAbsent()
  @Allow()
  transport?: 'streamable-http';

  /** How the server knows this one. The default is `headers` for a server with headers, else `none`. */
  @MayBeAbsent()
  @Allow()
  authType?: AuthType;

  /** Headers of each request, with `{{NAME}}` in place of secrets of the environment of the workspace. They are never returned. */
  @MayBeAbsent()
  @Allow()
  headers?: Readonly<Record<string, string>> | null;

  /** Id of this server at the authorization server, for the authType `oauth`. The fields of `oauth…` are written together. */
  @MayBeAbsent()
  @Allow()
  oauthClientId?: string;

  /** The secret that belongs to it, as `{{NAME}}`; null, the default: a public client. It is never returned. */
  @MayBeAbsent()
  @Allow()
  oauthClientSecret?: string | null;

  /** How access tokens are obtained: a person signs in (`authorization_code`, the default), or the credentials of the client suffice. */
  @MayBeAbsent()
  @Allow()
  oauthGrant?: OauthGrant;

  /** Scopes to ask for, with spaces between them; null, the default: those that the server names. */
  @MayBeAbsent()
  @Allow()
  oauthScope?: string | null;

  /** Longest time of a call in ms, 1000 to 300000. The default is 30000. */
  @MayBeAbsent()
  @Allow()
  timeout?: number;

  /** How often a call of an idempotent tool is repeated after a failure that may pass, 0 to 10. The default is 3. */
  @MayBeAbsent()
  @Allow()
  retries?: number;

  /** Whether blocks may use the server. The default is true. */
  @MayBeAbsent()
  @Allow()
  enabled?: boolean;

  /** Whether a tool is refused that the server describes in another way than when the workflow was deployed. The default is true. */
  @MayBeAbsent()
  @Allow()
  pinTools?: boolean;
}

/**
 * What is to be otherwise.
 * @example {"timeout": 60000}
 */
export class ChangeMcpServerRequest {
  /** Name of the server, unique in the workspace. */
  @MayBeAbsent()
  @IsText(64)
  name?: string;

  /** What it is for; null: nothing. */
  @MayBeAbsent()
  @Allow()
  description?: string | null;

  /** How the server knows this one. `none` removes the headers, and each but `oauth` the access tokens. */
  @MayBeAbsent()
  @Allow()
  authType?: AuthType;

  /** All headers, in place of the present ones; null removes them. */
  @MayBeAbsent()
  @Allow()
  headers?: Readonly<Record<string, string>> | null;

  /** Id of this server at the authorization server, for the authType `oauth`. The fields of `oauth…` are written together. */
  @MayBeAbsent()
  @Allow()
  oauthClientId?: string;

  /** The secret that belongs to it, as `{{NAME}}`; null, the default: a public client. It is never returned. */
  @MayBeAbsent()
  @Allow()
  oauthClientSecret?: string | null;

  /** How access tokens are obtained: a person signs in (`authorization_code`, the default), or the credentials of the client suffice. */
  @MayBeAbsent()
  @Allow()
  oauthGrant?: OauthGrant;

  /** Scopes to ask for, with spaces between them; null, the default: those that the server names. */
  @MayBeAbsent()
  @Allow()
  oauthScope?: string | null;

  /** Longest time of a call in ms, 1000 to 300000. */
  @MayBeAbsent()
  @Allow()
  timeout?: number;

  /** How often a call of an idempotent tool is repeated, 0 to 10. */
  @MayBeAbsent()
  @Allow()
  retries?: number;

  /** Whether blocks may use the server. */
  @MayBeAbsent()
  @Allow()
  enabled?: boolean;

  /** Whether a tool is refused that has changed since the workflow was deployed. */
  @MayBeAbsent()
  @Allow()
  pinTools?: boolean;
}
