import { Injectable } from '@nestjs/common';
import type { JSONWebKeySet, JWTPayload } from 'jose';
import { Config } from '#host/config/config.js';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { DomainError, forbidden, notFound } from '#kernel/errors.js';
import { AddressOwners, MemberCallers } from '#modules/identity/index.js';
import { IssuerKeys } from './issuer-keys.js';

/** What a token must allow. */
export const toolScope = 'mcp:tools';

const form = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** Those with a public key: a token whose signature needs a secret cannot be one of the issuer. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** Clocks differ by so much. */
const toleranceSeconds = 30;

type Library = typeof import('jose');

/** Identifies callers of MCP servers by access tokens of the configured issuer (OAuth 2.1, this server being the resource server). */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly keys: IssuerKeys,
    private readonly owners: AddressOwners,
    private readonly members: MemberCallers,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Whether this may be a token: an issuer is configured and the text has the form. */
  mayBe(text: string): boolean {
    return this.config.mcpIssuer !== undefined && form.test(text);
  }

  /**
   * The user of a token, limited to the workspace of the server.
   * @throws DomainError unauthenticated for a token that is not valid for this resource; forbidden without the scope, a verified address or one that is proved to be the user's; not-found for a stranger
   */
  async callerOf(token: string, resource: string, workspaceId: string | undefined): Promise<Caller> {
    const claims = await this.#verified(token, resource);
    if (!scopesOf(claims).has(toolScope)) throw forbidden(`The access token does not have the scope ${toolScope}`, 'INSUFFICIENT_SCOPE');
    const { email, email_verified: isVerified } = claims;
    if (typeof email !== 'string' || isVerified !== true) throw forbidden('The access token names no verified e-mail address');
    const userId = await this.owners.userOf(email);
    const caller = userId === undefined || workspaceId === undefined ? undefined : await this.members.of(userId, workspaceId);
    if (caller === undefined) throw notFound('MCP server');
    return caller;
  }

  async #verified(token: string, resource: string): Promise<JWTPayload> {
    const library = await import('jose');
    const verify = (keys: JSONWebKeySet): Promise<JWTPayload> => this.#verify(library, token, resource, keys);
    try {
      return await verify(await this.keys.present());
    } catch (error) {
      const keys = error instanceof library.errors.JWKSNoMatchingKey ? await this.keys.newer() : undefined;
      if (keys === undefined) throw refused(library, error);
      return await verify(keys).catch((again: unknown) => {
        throw refused(library, again);
      });
    }
  }

  async #verify({ jwtVerify, createLocalJWKSet }: Library, token: string, resource: string, keys: JSONWebKeySet): Promise<JWTPayload> {
    const issuer = this.config.mcpIssuer ?? '';
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      // An issuer may write its name with a slash at the end.
      issuer: [issuer, `${issuer}/`],
      audience: resource,
      algorithms,
      clockTolerance: toleranceSeconds,
      currentDate: this.clock.now(),
      requiredClaims: ['exp', 'aud', 'iss'],
    });
    return payload;
  }
}

/** Some issuers write `scp`, as a list or as a text. */
function scopesOf({ scope, scp }: JWTPayload): ReadonlySet<unknown> {
  return new Set(
    [scope, scp].flatMap((written) => (Array.isArray(written) ? written : typeof written === 'string' ? written.split(' ') : [])),
  );
}

function refused({ errors }: Library, error: unknown): unknown {
  if (!(error instanceof errors.JOSEError)) return error;
  return new DomainError('unauthenticated', 'UNAUTHORIZED', `The access token is not valid: ${reasonOf(errors, error)}`);
}

function reasonOf({ JWTExpired, JWTClaimValidationFailed }: Library['errors'], error: Error): string {
  if (error instanceof JWTExpired) return 'it has expired';
  if (!(error instanceof JWTClaimValidationFailed)) return 'it is not signed by the issuer of this server';
  if (error.claim === 'aud') return 'it is for another resource';
  return error.claim === 'iss' ? 'it is of another issuer' : `its claim ${error.claim} does not allow the request`;
}
