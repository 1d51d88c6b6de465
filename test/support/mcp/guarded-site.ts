import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider, type ClientMetadata } from 'oidc-provider';
import { mcpSite, type Behaviour, type McpSite } from './misbehaving-server.js';

/** An MCP server that takes access tokens of an authorization server only, unchanged, at loopback addresses. */
export interface GuardedSite {
  readonly site: McpSite;
  readonly issuer: string;
  /** Access tokens that the server was shown, in the order of their arrival. */
  readonly shown: string[];
  /** How often each grant was asked for. */
  readonly asked: Record<string, number>;
  /** The kinds of tokens whose revocation was asked for, each with the status of the answer. */
  readonly revocations: (readonly [hint: string | null, status: number])[];
  /** The server accepts none of the tokens that it has accepted so far. */
  revoke(): void;
  /** The authorization server gives no further token, and says why; by default that what it has given is withdrawn. Null: it gives tokens again. */
  withdraw(error?: string | null): void;
  /** From now on the MCP server names another authorization server. */
  nameIssuer(other: string): void;
  /** From now on the authorization server gives tokens, but its answers wait. Resolves with what lets them go on, when the first one waits. */
  holdTokens(): Promise<() => void>;
  /** From now on the authorization server does this with revocations. */
  treatRevocations(how: Revoking): void;
  close(): Promise<void>;
}

/** *on*: they are done. *silent*: they are not answered. *failing*: the answer is status 503. *cut*: the connection is closed. */
export type Revoking = 'on' | 'silent' | 'failing' | 'cut';

export const guardedClient = { client_id: 'sluice', client_secret: 'the-secret-of-sluice-at-the-server' };

/**
 * @param lifetimeSeconds how long access tokens count
 * @param revoking what the authorization server does with revocations. *off*: its metadata do not name them
 */
export async function guardedSite(
  redirectUri: string,
  given: Partial<Behaviour> = {},
  lifetimeSeconds = 3600,
  revoking: Revoking | 'off' = 'on',
): Promise<GuardedSite> {
  let handler: RequestListener = (_, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => handler(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [shown, revoked] = [[] as string[], new Set<string>()];
  const asked: Record<string, number> = {};
  const revocations: GuardedSite['revocations'] = [];
  let withdrawn: string | null = null;
  let holding: ((release: () => void) => void) | undefined;
  let [named, treatment] = [issuer, revoking];
  const site: McpSite = await mcpSite({
    ...given,
    before: (request, response) => {
      if (request.url?.startsWith('/.well-known/oauth-protected-resource') === true) {
        const metadata = { resource: `${site.url}/mcp`, authorization_servers: [named], scopes_supported: ['tools'] };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata));
        return true;
      }
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
      if (token !== undefined) shown.push(token);
      if (token !== undefined && !revoked.has(token)) return given.before?.(request, response) ?? false;
      response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
      return true;
    },
  });
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const client: ClientMetadata = {
    ...guardedClient,
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
    redirect_uris: [redirectUri],
  };
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'key-1', use: 'sig', alg: 'RS256' }] },
    clients: [client],
    scopes: ['openid', 'offline_access'],
    cookies: { keys: ['a-key-for-cookies-of-this-server'] },
    ttl: { AccessToken: lifetimeSeconds, ClientCredentials: lifetimeSeconds },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId ?? '', clientId: guardedClient.client_id });
      grant.addOIDCScope('openid offline_access');
      grant.addResourceScope(`${site.url}/mcp`, 'tools');
      await grant.save();
      return grant;
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: revoking !== 'off' },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_, resource) => {
          if (resource !== `${site.url}/mcp`) throw new Error(`A token for ${resource} is asked for`);
          return { scope: 'tools', accessTokenFormat: 'opaque', audience: resource };
        },
      },
    },
  });
  const callback = provider.callback();
  handler = (request, response) => {
    if (request.url === '/token') {
      if (withdrawn !== null)
        return void response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: withdrawn }));
      if (holding !== undefined) heldResponse(response, holding);
      request.on('data', (piece: Buffer) => {
        const grant = new URLSearchParams(piece.toString()).get('grant_type');
        if (grant !== null) asked[grant] = (asked[grant] ?? 0) + 1;
      });
    }
    if (request.url === '/token/revocation') {
      let hint: string | null = null;
      request.on('data', (piece: Buffer) => (hint = new URLSearchParams(piece.toString()).get('token_type_hint')));
      if (treatment === 'silent' || treatment === 'cut') {
        return void request.on('end', () => {
          revocations.push([hint, 0]);
          if (treatment === 'cut') request.socket.destroy();
        });
      }
      response.on('finish', () => revocations.push([hint, response.statusCode]));
      if (treatment === 'failing') return void request.on('end', () => response.writeHead(503).end());
    }
    // The sign-in page needs no button here.
    const uid = /^\/interaction\/([^/?]+)$/.exec(request.url ?? '')?.[1];
    if (uid !== undefined) return void provider.interactionFinished(request, response, { login: { accountId: 'ada' } });
    return void callback(request, response);
  };
  const revoke = (): void => shown.forEach((token) => revoked.add(token));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const nameIssuer = (other: string): void => void (named = other);
  const treatRevocations = (how: Revoking): void => void (treatment = how);
  const holdTokens: GuardedSite['holdTokens'] = async () => {
    const release = await new Promise<() => void>((resolve) => (holding = resolve));
    holding = undefined;
    return release;
  };
  const withdraw = (error: string | null = 'invalid_grant'): void => void (withdrawn = error);
  return { site, issuer, shown, asked, revocations, revoke, withdraw, nameIssuer, holdTokens, treatRevocations, close };
}

/** Keeps back the end of a response. @param waits receives what sends it, when it waits */
function heldResponse(response: ServerResponse, waits: (release: () => void) => void): void {
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
  response.end = (...given: unknown[]) => {
    waits(() => void end(...given));
    return response;
  };
}
