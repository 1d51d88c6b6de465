import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { Provider } from 'oidc-provider';

/** An account at the provider. */
export interface Account {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

export const loginClient = { client_id: 'sluice', client_secret: 'the-secret-of-sluice-at-the-provider' };

const form = (uid: string, action: string, label: string, sub = ''): string =>
  `<form method="post" action="/interaction/${uid}/${action}"><input type="hidden" name="sub" value="${sub}"><button>${label}</button></form>`;

/** A provider of OpenID Connect in the process of the test, unchanged, at a loopback address. Its sign-in page has a button for each account. */
export class LoginProvider {
  readonly accounts = new Map<string, Account>();
  /** Whose tokens have address and name, and not whether the address is verified. Other tokens have neither. */
  readonly namedInToken = new Set<string>();
  #provider: Provider | undefined;
  #key: CryptoKey | undefined;
  #isDown = false;
  #areTokensDown = false;
  #skewSeconds = 0;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  static async start(): Promise<LoginProvider> {
    const provider = new LoginProvider();
    provider.#server.listen(0, '127.0.0.1');
    await once(provider.#server, 'listening');
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Registers the addresses to which people may come back. */
  async register(...redirectUris: readonly string[]): Promise<void> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    this.#key = privateKey;
    this.#provider = new Provider(this.url, {
      jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'key-1', use: 'sig', alg: 'RS256' }] },
      clients: [{ ...loginClient, redirect_uris: [...redirectUris] }],
      cookies: { keys: ['a-key-for-cookies-of-this-provider'] },
      claims: { openid: ['sub', 'email', 'name'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      scopes: ['openid', 'email', 'profile', 'groups'],
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, sub) => {
        const account = this.accounts.get(sub);
        const isShort = (use: string): boolean => use === 'id_token' && !this.namedInToken.has(sub);
        return account && { accountId: sub, claims: (use) => (isShort(use) ? { sub } : { ...account }) };
      },
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId ?? '', clientId: oidc.client?.clientId ?? '' });
        grant.addOIDCScope('openid email profile groups');
        await grant.save();
        return grant;
      },
    });
  }

  add(account: Account): void {
    this.accounts.set(account.sub, account);
  }

  /** An outage, or its end. */
  setDown(isDown: boolean): void {
    this.#isDown = isDown;
  }

  /** An outage that begins once people have signed in. */
  setTokensDown(areDown: boolean): void {
    this.#areTokensDown = areDown;
  }

  /** Sets the clock of the provider so many seconds ahead, as far as its tokens show it. */
  setAhead(seconds: number): void {
    this.#skewSeconds = seconds;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#isDown || this.#provider === undefined) return void request.socket.destroy();
    if (request.url === '/token' && this.#areTokensDown) return void response.writeHead(503).end();
    const [, uid, action] = /^\/interaction\/([^/?]+)(?:\/(\w+))?$/.exec(request.url ?? '') ?? [];
    if (uid !== undefined) return this.#interact(this.#provider, uid, action, request, response);
    if (request.url === '/token' && this.#skewSeconds !== 0) this.#shiftTokens(response);
    await this.#provider.callback()(request, response);
  }

  async #interact(
    provider: Provider,
    uid: string,
    action: string | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (action === undefined) {
      const choices = [...this.accounts.values()].map(({ sub }) => form(uid, 'login', `Continue as ${sub}`, sub));
      const page = `<!doctype html><title>Provider</title><link rel="icon" href="data:,"><h1>Sign in at the provider</h1>${choices.join('')}${form(uid, 'abort', 'Cancel')}`;
      return void response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
    }
    let body = '';
    for await (const piece of request) body += String(piece);
    const accountId = new URLSearchParams(body).get('sub') ?? '';
    const result =
      action === 'login' ? { login: { accountId } } : { error: 'access_denied', error_description: 'The person has cancelled' };
    await provider.interactionFinished(request, response, result);
  }

  /** Signs the ID token of the answer again, with other times. */
  #shiftTokens(response: ServerResponse): void {
    const end = response.end.bind(response) as (body: string) => void;
    const shifted = async (body: unknown): Promise<void> => {
      const answer = JSON.parse(String(body)) as { id_token?: string };
      if (answer.id_token !== undefined) answer.id_token = await this.#signed(decodeJwt(answer.id_token));
      const text = JSON.stringify(answer);
      response.setHeader('Content-Length', Buffer.byteLength(text));
      end(text);
    };
    response.end = ((body: unknown) => {
      void shifted(body);
      return response;
    }) as typeof response.end;
  }

  #signed({ iat = 0, exp = 0, ...claims }: JWTPayload): Promise<string> {
    if (this.#key === undefined) throw new Error('The provider has no key yet');
    const by = this.#skewSeconds;
    return new SignJWT({ ...claims, iat: iat + by, exp: exp + by, nbf: iat + by })
      .setProtectedHeader({ alg: 'RS256', kid: 'key-1' })
      .sign(this.#key);
  }
}
