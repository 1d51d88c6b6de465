import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { Config } from '#host/config/config.js';
import { SecurityLog } from '#host/logging/security-log.js';
import { DomainError } from '#kernel/errors.js';
import type { Attempt, ProviderVisit } from '../../commands/oidc/attempt.js';
import { BeginAtProvider } from '../../commands/oidc/begin-at-provider.command.js';
import { addressIsNotVerified } from '../../commands/oidc/oidc-refusals.js';
import { OidcExchange } from '../../commands/oidc/oidc-exchange.js';
import { SignInVisitors } from '../sign-in/sign-in-visitors.js';
import { AttemptCookie } from './attempt-cookie.js';

/** Lets in a person who has proved an address. @throws DomainError when the person may not enter */
export type TakeVisitor = (subject: string, email: string, response: Response) => Promise<void>;

/** Visits to providers of OpenID Connect that other modules begin: people prove their address, and are not signed in to the server. */
@Injectable()
export class ProviderVisits {
  readonly #takers = new Map<string, TakeVisitor>();

  constructor(
    private readonly commands: CommandBus,
    private readonly exchange: OidcExchange,
    private readonly attempts: AttemptCookie,
    private readonly visitors: SignInVisitors,
    private readonly security: SecurityLog,
    private readonly config: Config,
  ) {}

  /** Whether there is a provider. */
  get arePossible(): boolean {
    return (this.config.oidcProviders ?? []).length > 0;
  }

  /** Registers who takes the visitors of a part of the server. */
  takeFor(taker: string, take: TakeVisitor): void {
    this.#takers.set(taker, take);
  }

  /** Leads the browser to a provider. A failure leads back to the page, with its code as `problem`. */
  async begin(request: Request, response: Response, providerId: string, visit: ProviderVisit): Promise<void> {
    await this.leadOn(response, failurePath(visit.back, providerId), async () => {
      this.visitors.admit(request);
      const { address, attempt } = await this.commands.execute(new BeginAtProvider(providerId, { for: 'visit', ...visit }));
      this.attempts.set(response, attempt);
      return address;
    });
  }

  /** Hands over who has come back. @returns the page where the visit began @throws DomainError */
  async complete(response: Response, attempt: Attempt, answer: string, { taker, subject, back }: ProviderVisit): Promise<string> {
    const { email, isEmailVerified } = await this.exchange.finish(attempt, answer);
    if (email === null || !isEmailVerified) throw addressIsNotVerified();
    await this.#takers.get(taker)?.(subject, email, response);
    return back;
  }

  /** Leads the browser to where `act` says, or to the page that shows why it could not. */
  async leadOn(response: Response, failed: (code: string) => string, act: () => Promise<string>): Promise<void> {
    response.setHeader('Cache-Control', 'no-store');
    try {
      leadTo(response, await act());
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.security.note('auth.provider_refused', { code: error.code, address: response.req.ip, requestId: response.req.requestId });
      leadTo(response, failed(error.code));
    }
  }
}

function leadTo(response: Response, address: string): void {
  response.status(303).location(address).end();
}

/** The page that shows why a visit has failed. */
export function failurePath(path: string, provider: string): (code: string) => string {
  return (code) => `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ problem: code, provider }).toString()}`;
}
