import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '#host/config/config.js';
import { DomainError, forbidden } from '#kernel/errors.js';
import { ApiKeyGuard, MemberCallers, RouteDoor, RouteDoors } from '#modules/identity/index.js';
import { expectedHosts, unexpectedHost } from './expected-host.js';
import { ServedServers } from '../served-servers.js';
import { AccessTokens, toolScope } from './access-tokens.js';

/**
 * Identifies who calls an MCP server: by an API key in X-API-Key or, since many MCP clients can send nothing else, in Authorization, or by an
 * access token of the configured issuer. A public server takes calls without a key, which act as the user who created it.
 */
@Injectable()
export class McpDoor extends RouteDoor {
  readonly #expected: ReadonlySet<string>;

  constructor(
    private readonly keys: ApiKeyGuard,
    private readonly servers: ServedServers,
    private readonly members: MemberCallers,
    private readonly tokens: AccessTokens,
    doors: RouteDoors,
    private readonly config: Config,
  ) {
    super();
    doors.add(McpDoor, this);
    this.#expected = expectedHosts(config.baseUrl, config.mcpAllowedHosts);
  }

  async enter(request: Request): Promise<void> {
    const refusal = unexpectedHost(request.headers, this.#expected);
    if (refusal !== undefined) throw forbidden(refusal);
    try {
      await this.#identify(request);
    } catch (error) {
      if (this.config.mcpIssuer !== undefined && error instanceof DomainError) this.#challenge(request, error);
      throw error;
    }
  }

  async #identify(request: Request): Promise<void> {
    const credential = keyIn(request);
    if (credential === undefined) await this.#enterWithoutKey(request);
    else if (this.tokens.mayBe(credential)) await this.#enterWithToken(request, credential);
    else await this.keys.admit(request, credential);
  }

  async #enterWithToken(request: Request, token: string): Promise<void> {
    const id = String(request.params['serverId']);
    const served = await this.servers.find(id);
    request.caller = await this.tokens.callerOf(token, this.#resource(id), served?.server.workspaceId);
  }

  /** Where clients learn how to get a token, and what was wrong with theirs (RFC 6750, RFC 9728). */
  #challenge(request: Request, { kind, code }: DomainError): void {
    const isLacking = code === 'INSUFFICIENT_SCOPE';
    if (kind !== 'unauthenticated' && !isLacking) return;
    const error = isLacking ? 'insufficient_scope' : keyIn(request) === undefined ? undefined : 'invalid_token';
    const path = new URL(this.#resource(String(request.params['serverId']))).pathname;
    const metadata = `${this.config.baseUrl}/.well-known/oauth-protected-resource${path}`;
    const parts = [...(error === undefined ? [] : [`error="${error}"`]), `resource_metadata="${metadata}"`, `scope="${toolScope}"`];
    request.res?.setHeader('WWW-Authenticate', `Bearer ${parts.join(', ')}`);
  }

  #resource(id: string): string {
    return `${this.config.baseUrl}/api/mcp/serve/${encodeURIComponent(id)}`;
  }

  async #enterWithoutKey(request: Request): Promise<void> {
    const served = await this.servers.find(String(request.params['serverId']));
    // The same answer for a server that does not exist, so that ids cannot be guessed.
    if (served?.server.isPublic !== true)
      throw new DomainError('unauthenticated', 'UNAUTHORIZED', 'API key required: send it as X-API-Key or as Authorization: Bearer');
    const { createdBy, workspaceId } = served.server;
    const caller = await this.members.of(createdBy, workspaceId);
    if (caller === undefined) throw forbidden('The user who created this MCP server has no access to its workspace any more');
    request.caller = caller.forStrangers();
  }
}

const bearer = /^bearer +(\S+) *$/i;

function keyIn({ headers }: Request): string | undefined {
  const key = headers['x-api-key'];
  if (typeof key === 'string' && key !== '') return key;
  const { authorization } = headers;
  if (authorization === undefined || authorization === '') return undefined;
  return bearer.exec(authorization)?.[1] ?? authorization;
}
