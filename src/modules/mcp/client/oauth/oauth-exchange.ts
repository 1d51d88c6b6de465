import { Injectable } from '@nestjs/common';
import type { AuthorizationServerMetadata, FetchLike, OAuthTokens } from '@modelcontextprotocol/client';
import { randomSecret } from '#host/secrets/random-token.js';
import { Config } from '#host/config/config.js';
import { Clock } from '#kernel/clock.js';
import { OutboundHttp } from '#world/outbound/outbound-http.js';
import { WorkspaceSecrets } from '#modules/environment/index.js';
import { resolvedText } from '../commands/connection-input.js';
import { failureOf } from '../connection/failure-of.js';
import { McpFailure } from '../connection/mcp-failure.js';
import { OutboundFetch } from '../connection/outbound-fetch.js';
import type { OauthSettings } from '../domain/mcp-connection.events.js';
import type { McpConnectionRow } from '../queries/mcp-connection-rows.js';
import type { Tokens } from '../../store/grants/mcp-grants.js';
import { GrantWithdrawn } from './grant-withdrawn.js';
import { IssuerChanged, isSameIssuer } from './issuer-changed.js';
import { revokeTokens, type RevocationAnswer } from './revoke-tokens.js';

type Library = typeof import('@modelcontextprotocol/client');

/** What of a registration tokens are obtained and revoked with. */
type OauthConnection = Pick<McpConnectionRow, 'workspaceId' | 'name' | 'url' | 'oauth'>;

/** Where the tokens of an MCP server come from. */
interface Source {
  readonly library: Library;
  readonly server: string | URL;
  readonly issuer: string;
  readonly metadata: AuthorizationServerMetadata | undefined;
  readonly client: { readonly client_id: string; readonly client_secret?: string };
  readonly scope: string | undefined;
  readonly resource: URL | undefined;
  readonly fetch: FetchLike;
}

/** What a grant is renewed with. */
type Renewal = Pick<Tokens, 'issuer'> & { readonly refreshToken: string };

/** A visit of a person to an authorization server that has begun. */
export interface AuthorizationAttempt {
  readonly state: string;
  readonly verifier: string;
  readonly issuer: string;
}

const timeouts = { connectMs: 5_000, headersMs: 10_000, idleMs: 10_000, totalMs: 15_000 };
const mostBytes = 1024 * 1024;

/** Obtains access tokens: with the credentials of the client, or by authorization code with PKCE. Every request obeys the outbound policy. */
@Injectable()
export class OauthExchange {
  constructor(
    private readonly http: OutboundHttp,
    private readonly secrets: WorkspaceSecrets,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** @param former the issuer of the last tokens; undefined: there were none @throws McpFailure, IssuerChanged */
  withCredentials(row: McpConnectionRow, former: string | undefined): Promise<Tokens> {
    return this.#with(
      row,
      async ({ library, server, issuer, metadata, client, scope, resource, fetch }) => {
        const { ClientCredentialsProvider, fetchToken } = library;
        const credentials = { clientId: client.client_id, clientSecret: client.client_secret ?? '', expectedIssuer: former ?? issuer };
        const provider = new ClientCredentialsProvider(credentials);
        return this.#read(await fetchToken(provider, server, { ...defined({ metadata, scope, resource }), fetchFn: fetch }), issuer);
      },
      { former },
    );
  }

  /** @throws McpFailure, IssuerChanged */
  renewed(row: McpConnectionRow, { refreshToken, issuer: former }: Renewal, signal: AbortSignal): Promise<Tokens> {
    return this.#with(
      row,
      async ({ library, server, issuer, metadata, client, resource, fetch }) => {
        const given = { clientInformation: client, refreshToken, fetchFn: fetch, ...defined({ metadata, resource }) };
        return this.#read(await library.refreshAuthorization(server, given), issuer);
      },
      { former, signal },
    );
  }

  /** @returns where the person goes @throws McpFailure */
  begin(row: McpConnectionRow): Promise<{ readonly address: string; readonly attempt: AuthorizationAttempt }> {
    return this.#with(row, async ({ library, server, issuer, metadata, client, scope, resource }) => {
      const state = randomSecret();
      const given = { clientInformation: client, redirectUrl: this.redirectUrl, state, ...defined({ metadata, scope, resource }) };
      const { authorizationUrl, codeVerifier: verifier } = await library.startAuthorization(server, given);
      return { address: authorizationUrl.href, attempt: { state, verifier, issuer } };
    });
  }

  /** @throws McpFailure */
  finish(row: McpConnectionRow, { verifier, issuer: former }: AuthorizationAttempt, answer: URLSearchParams): Promise<Tokens> {
    return this.#with(
      row,
      async ({ library, server, issuer, metadata, client, resource, fetch }) => {
        const given = { authorizationCode: answer.get('code') ?? '', codeVerifier: verifier, redirectUri: this.redirectUrl };
        const more = defined({ metadata, resource, iss: answer.get('iss') ?? undefined });
        const tokens = await library.exchangeAuthorization(server, { clientInformation: client, ...given, ...more, fetchFn: fetch });
        return this.#read(tokens, issuer);
      },
      { former },
    );
  }

  /**
   * Asks the authorization server to end tokens that do not count here any more. Another one than the one that gave them is not shown them.
   * @throws McpFailure, IssuerChanged
   */
  revoke(connection: OauthConnection, tokens: Tokens, signal: AbortSignal): Promise<RevocationAnswer> {
    return this.#with(connection, ({ metadata, client, fetch }) => revokeTokens(tokens, { metadata, client, fetch }), {
      former: tokens.issuer,
      signal,
    });
  }

  /** To be registered at the authorization server. */
  get redirectUrl(): string {
    return `${this.config.baseUrl}/auth/mcp/callback`;
  }

  /** Gives no secret and no token to another authorization server than the `former` one. */
  async #with<Value>(
    row: OauthConnection,
    use: (source: Source) => Promise<Value>,
    { former, signal = AbortSignal.timeout(60_000) }: { readonly former?: string | undefined; readonly signal?: AbortSignal } = {},
  ): Promise<Value> {
    const { oauth } = row;
    if (oauth === null) throw new McpFailure('denied', `The MCP server ${row.name} has no authType oauth`);
    const exchange = new OutboundFetch(this.http, { headers: {}, via: [], tenant: row.workspaceId, timeouts, mostBytes, signal });
    const client = await this.#client(row, oauth);
    try {
      const library = await import('@modelcontextprotocol/client');
      const found = await discovered(library, row, oauth, exchange.fetch);
      if (former !== undefined && !isSameIssuer(former, found.issuer)) throw new IssuerChanged(row.name, { former, present: found.issuer });
      return await use({ library, client, fetch: exchange.fetch, ...found });
    } catch (error) {
      if (signal.aborted)
        throw new McpFailure('timeout', `The authorization server of the MCP server ${row.name} did not answer in time`, true);
      const known = refusalOf(error, row.name);
      const endpoint = { name: row.name, headers: { secret: client.client_secret ?? '' } };
      throw known ?? failureOf(error, endpoint, { outbound: exchange.failure, wasAborted: false });
    }
  }

  async #client({ workspaceId, name }: OauthConnection, { clientId, clientSecret }: OauthSettings): Promise<Source['client']> {
    if (clientSecret === null) return { client_id: clientId };
    const { text, missing } = resolvedText(clientSecret, await this.secrets.of(workspaceId));
    if (missing.length > 0)
      throw new McpFailure(
        'denied',
        `The MCP server ${name} needs the secret {{${missing[0]}}}: set it in the environment of the workspace`,
      );
    return { client_id: clientId, client_secret: text };
  }

  #read({ access_token: accessToken, refresh_token: refreshToken, expires_in: seconds }: OAuthTokens, issuer: string): Tokens {
    const expiresAtMs = seconds === undefined ? null : this.clock.now().getTime() + seconds * 1_000;
    return { accessToken, refreshToken: refreshToken ?? null, expiresAtMs, issuer };
  }
}

/** Finds the authorization server that the MCP server names. */
async function discovered(
  { discoverOAuthServerInfo, checkResourceAllowed }: Library,
  { url, name }: OauthConnection,
  { scope }: OauthSettings,
  fetchFn: FetchLike,
): Promise<Pick<Source, 'server' | 'issuer' | 'metadata' | 'scope' | 'resource'>> {
  const {
    authorizationServerUrl: server,
    authorizationServerMetadata: metadata,
    resourceMetadata,
  } = await discoverOAuthServerInfo(url, { fetchFn });
  const resource = resourceMetadata?.resource;
  // Otherwise a server could have tokens made for another one.
  if (resource !== undefined && !checkResourceAllowed({ requestedResource: url, configuredResource: resource }))
    throw new McpFailure('denied', `The MCP server ${name} names another resource as its own: ${resource}`);
  return {
    server,
    issuer: metadata?.issuer ?? server,
    metadata,
    scope: scope ?? resourceMetadata?.scopes_supported?.join(' '),
    resource: resource === undefined ? undefined : new URL(resource),
  };
}

/** What an authorization server says about a request. */
function refusalOf(error: unknown, name: string): McpFailure | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string' || !/^[a-z_]{1,50}$/.test(error.code))
    return undefined;
  const isPassing = error.code === 'server_error' || error.code === 'temporarily_unavailable';
  const message = `The authorization server of the MCP server ${name} refused the request: ${error.code}`;
  return error.code === 'invalid_grant' ? new GrantWithdrawn(message, error) : new McpFailure('denied', message, isPassing, error);
}

function defined<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
