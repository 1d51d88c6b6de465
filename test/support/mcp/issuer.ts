import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { Provider } from 'oidc-provider';

/** What a token of the issuer is to say. */
export interface Wanted {
  readonly resource: string;
  readonly email: string;
  readonly isVerified?: boolean;
  readonly scope?: string;
}

const client = { client_id: 'a-client', client_secret: 'the-secret-of-a-client-in-tests' };

/** An issuer of OpenID Connect in the process of the test, unchanged, at a loopback address. */
export class Issuer {
  #handler: RequestListener = (_, response) => void response.writeHead(503).end();
  #isDown = false;
  #claims: JWTPayload = {};
  #key: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'] | undefined;
  #keyId = 0;
  readonly #server = createServer((request, response) => {
    if (this.#isDown) request.socket.destroy();
    else this.#handler(request, response);
  });

  static async start(): Promise<Issuer> {
    const issuer = new Issuer();
    issuer.#server.listen(0, '127.0.0.1');
    await once(issuer.#server, 'listening');
    await issuer.rotate();
    return issuer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Replaces the key with which tokens are signed. */
  async rotate(): Promise<void> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    this.#keyId += 1;
    this.#key = privateKey;
    const provider = new Provider(this.url, {
      jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: `key-${this.#keyId}`, use: 'sig', alg: 'RS256' }] },
      clients: [{ ...client, grant_types: ['client_credentials'], redirect_uris: [], response_types: [] }],
      scopes: ['mcp:tools', 'other'],
      extraTokenClaims: () => this.#claims,
      features: {
        devInteractions: { enabled: false },
        clientCredentials: { enabled: true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: (_, resource) => ({
            scope: 'mcp:tools other',
            audience: resource,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'RS256' } },
          }),
        },
      },
    });
    const answer = provider.callback();
    this.#handler = (request, response) => void answer(request, response);
  }

  /** An outage, or its end. */
  setDown(isDown: boolean): void {
    this.#isDown = isDown;
  }

  /** A token that the issuer gives to a client with its credentials. */
  async token({ resource, email, isVerified = true, scope = 'mcp:tools' }: Wanted): Promise<string> {
    this.#claims = { email, email_verified: isVerified };
    const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64');
    const response = await fetch(`${this.url}/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource, scope }),
    });
    const { access_token: token } = (await response.json()) as { readonly access_token?: string };
    if (token === undefined) throw new Error(`The issuer answered with ${response.status}`);
    return token;
  }

  /** A token with these claims, signed with the key of the issuer. */
  signed(claims: JWTPayload): Promise<string> {
    if (this.#key === undefined) throw new Error('The issuer has no key yet');
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: `key-${this.#keyId}`, typ: 'at+jwt' }).sign(this.#key);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
