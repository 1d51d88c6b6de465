import { Injectable } from '@nestjs/common';
import { Config } from '#host/config/config.js';
import { Logger } from '#host/logging/logger.js';
import { randomSecret } from '#host/secrets/random-token.js';
import { Clock } from '#kernel/clock.js';
import { DomainError } from '#kernel/errors.js';
import type { JsonObject } from '#kernel/json.js';
import { OutboundFailure } from '#world/outbound/outbound-http.js';
import { personOf, type OidcPerson } from '../../domain/sign-in/oidc-claims.js';
import { attemptLifetimeMs, type Attempt, type AttemptPurpose } from './attempt.js';
import { OidcConnections } from './oidc-connections.js';
import { attemptIsOver, clocksDiffer, deniedAtProvider, providerIsDown, refusedAtProvider } from './oidc-refusals.js';

/** A person who proves again who they are has done so within this time. */
const reauthenticatedSeconds = 300;

interface Failure {
  readonly code?: unknown;
  readonly error?: unknown;
  readonly cause?: unknown;
}

/** Sends people to a provider, and reads who came back: authorization code with PKCE, state and nonce. */
@Injectable()
export class OidcExchange {
  constructor(
    private readonly connections: OidcConnections,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** @throws DomainError not-found; unavailable when the provider does not answer */
  async begin(providerId: string, purpose: AttemptPurpose): Promise<{ readonly address: string; readonly attempt: Attempt }> {
    try {
      const { library, provider, configuration } = await this.connections.to(providerId);
      const [state, nonce, verifier] = [randomSecret(), randomSecret(), randomSecret()];
      const address = library.buildAuthorizationUrl(configuration, {
        redirect_uri: this.#redirectUri(providerId),
        scope: provider.scopes.join(' '),
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(purpose.for === 'confirm' ? { prompt: 'login', max_age: '0' } : {}),
      });
      const expiresAtMs = this.clock.now().getTime() + attemptLifetimeMs;
      return { address: address.href, attempt: { providerId, state, nonce, verifier, purpose, expiresAtMs } };
    } catch (error) {
      throw this.#refusal(providerId, error);
    }
  }

  /** @param query what the provider has added to the address of its answer @throws DomainError that says why no one is signed in */
  async finish({ providerId, state, nonce, verifier, purpose }: Attempt, query: string): Promise<OidcPerson> {
    try {
      const { library, provider, configuration } = await this.connections.to(providerId);
      const tokens = await library.authorizationCodeGrant(configuration, new URL(`${this.#redirectUri(providerId)}${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(purpose.for === 'confirm' ? { maxAge: reauthenticatedSeconds } : {}),
      });
      const claims = tokens.claims();
      if (claims === undefined) throw refusedAtProvider();
      const names = { emailVerifiedClaim: provider.emailVerifiedClaim, groupsClaim: provider.groups?.claim ?? null };
      const person = personOf(claims as JsonObject & typeof claims, names);
      const isKnown = person.email !== null && person.name !== null && (names.groupsClaim === null || person.groups.length > 0);
      if ((isKnown && person.isEmailVerified) || configuration.serverMetadata().userinfo_endpoint === undefined) return person;
      // Many providers say in the token who the person is, and the rest only when asked. A person who is linked needs no verified address.
      const asking = library.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      const more = await (isKnown ? asking.catch(() => undefined) : asking);
      if (more === undefined) return person;
      return personOf({ ...more, ...claims } as JsonObject & typeof claims, names);
    } catch (error) {
      throw this.#refusal(providerId, error);
    }
  }

  #redirectUri(providerId: string): string {
    return `${this.config.baseUrl}/auth/oidc/${providerId}/callback`;
  }

  /** What of the errors of the library people can act on. The rest is for the log. */
  #refusal(providerId: string, error: unknown): unknown {
    if (error instanceof DomainError) return error;
    const { code, error: answered, cause } = error as Failure;
    if (answered === 'access_denied') return deniedAtProvider();
    if (answered === 'invalid_grant') return attemptIsOver();
    this.logger.warn({ err: error, provider: providerId }, 'A sign-in with an account at a provider failed');
    if (isOutage(error) || isOutage(cause) || outages.has(answered)) return providerIsDown();
    if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return clocksDiffer();
    if (typeof code === 'string' && code.startsWith('OAUTH_')) return refusedAtProvider();
    return error;
  }
}

/** Errors with which a provider says that it cannot answer now. */
const outages: ReadonlySet<unknown> = new Set(['server_error', 'temporarily_unavailable']);

function isOutage(error: unknown): boolean {
  return error instanceof OutboundFailure || (error instanceof Response && error.status >= 500);
}
