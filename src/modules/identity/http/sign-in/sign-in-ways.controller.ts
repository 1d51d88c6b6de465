import { Controller, Get, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { SkipThrottle } from '@nestjs/throttler';
import type { Request } from 'express';
import { one, type One } from '#edge/answer/envelope.js';
import { DomainError } from '#kernel/errors.js';
import { Access } from '../../gate/access.decorator.js';
import { SessionCookie } from '../../gate/sessions/session-cookie.js';
import { GetSignInWays, type SignInWays } from '../../queries/sign-in/get-sign-in-ways.query.js';

/** How people sign in here. */
interface SignInWaysResponse extends Readonly<SignInWays> {
  /** Why a sign-in at this address is refused, before a password is typed; null: it is possible. */
  readonly refusal: {
    /** `PLAIN_HTTP` or `WRONG_HOST`. */
    readonly code: string;
    /** The reason, and what to do. */
    readonly message: string;
  } | null;
}

/** How people sign in, for the page that asks them. */
@Access('public')
@SkipThrottle({ api: true })
@Controller('api/v1/sign-in')
export class SignInWaysController {
  constructor(
    private readonly queries: QueryBus,
    private readonly cookie: SessionCookie,
  ) {}

  /**
   * Returns how people sign in: whether the installation is set up, at which providers, and whether passwords are accepted at this address.
   * @returns How people sign in.
   */
  @Get()
  async get(@Req() request: Request): Promise<One<SignInWaysResponse>> {
    return one({ ...(await this.queries.execute(new GetSignInWays())), refusal: this.#refusalOf(request) });
  }

  #refusalOf(request: Request): SignInWaysResponse['refusal'] {
    try {
      this.cookie.requireSafePlace(request);
      return null;
    } catch (error) {
      if (error instanceof DomainError) return { code: error.code, message: error.message };
      throw error;
    }
  }
}
