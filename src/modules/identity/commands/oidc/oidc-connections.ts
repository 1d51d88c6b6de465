import { Injectable } from '@nestjs/common';
import type { Configuration } from 'openid-client';
import { Config } from '#host/config/config.js';
import type { OidcProvider } from '#host/config/files/oidc-file.js';
import { Clock } from '#kernel/clock.js';
import { OutboundHttp } from '#world/outbound/outbound-http.js';
import { providerFetch } from './provider-fetch.js';
import { unknownProvider } from './oidc-refusals.js';

/** What a provider says about itself is asked for again after this time, so that an outage is noticed before people are sent there. */
const freshMs = 60_000;

interface Connection {
  readonly library: typeof import('openid-client');
  readonly provider: OidcProvider;
  readonly configuration: Configuration;
}

/** The providers at which people sign in. The library is loaded at the first use: most processes sign no one in. */
@Injectable()
export class OidcConnections {
  readonly #known = new Map<string, { readonly connection: Promise<Connection>; readonly atMs: number }>();

  constructor(
    private readonly config: Config,
    private readonly http: OutboundHttp,
    private readonly clock: Clock,
  ) {}

  get providers(): readonly OidcProvider[] {
    return this.config.oidcProviders ?? [];
  }

  /** @throws DomainError not-found; what the library throws when the provider does not answer */
  to(id: string): Promise<Connection> {
    const provider = this.providers.find((known) => known.id === id);
    if (provider === undefined) throw unknownProvider();
    const known = this.#known.get(id);
    const now = this.clock.now().getTime();
    if (known !== undefined && now - known.atMs <= freshMs) return known.connection;
    const connection = this.#open(provider);
    const entry = { connection, atMs: now };
    this.#known.set(id, entry);
    connection.catch(() => this.#known.get(id) === entry && this.#known.delete(id));
    return connection;
  }

  async #open(provider: OidcProvider): Promise<Connection> {
    const library = await import('openid-client');
    const { issuer, clientId, clientSecret, clockToleranceSeconds } = provider;
    const isPlain = issuer.startsWith('http:');
    const configuration = await library.discovery(
      new URL(issuer),
      clientId,
      { [library.clockTolerance]: clockToleranceSeconds },
      clientSecret === null
        ? library.None()
        : (server, client, body, headers) => {
            const methods = server.token_endpoint_auth_methods_supported;
            const method =
              methods === undefined || methods.includes('client_secret_basic') ? library.ClientSecretBasic : library.ClientSecretPost;
            method(clientSecret)(server, client, body, headers);
          },
      { [library.customFetch]: providerFetch(this.http), timeout: 10, execute: isPlain ? [library.allowInsecureRequests] : [] },
    );
    return { library, provider, configuration };
  }
}
