import { Body, Controller, Get, Headers, HttpCode, Post, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { SkipThrottle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { RequestMeta } from '#edge/request/caller.decorator.js';
import { one, type One } from '#edge/answer/envelope.js';
import type { EventMeta } from '#kernel/event.js';
import { ClaimLink } from '../../commands/sign-in/claim-link.command.js';
import type { StartedSession } from '../../commands/sign-in/new-session.js';
import { Access } from '../../gate/access.decorator.js';
import { SessionCookie } from '../../gate/sessions/session-cookie.js';
import { GetLink, type LinkView } from '../../queries/sign-in/get-link.query.js';
import { ClaimLinkRequest, ClaimSetupLinkRequest } from './session.request.js';
import type { SignedInResponse } from './session.response.js';
import { SignInVisitors } from './sign-in-visitors.js';

/** Links with which people choose a password, each once. */
@Access('public')
@SkipThrottle({ api: true })
@Controller('api/v1/links')
export class LinksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly cookie: SessionCookie,
    private readonly visitors: SignInVisitors,
  ) {}

  /**
   * Returns whom a setup link is for, and does not use it up. The server prints such a link when it starts, until a user has a password.
   * @header X-Link-Token What follows the `#` in the address of the link. No log has it there.
   * @error 403 PLAIN_HTTP over plain HTTP outside of localhost, WRONG_HOST at another host than the base URL, CROSS_SITE from a page of another site
   * @error 404 NOT_FOUND for a link that was used or has expired, and for every link once a user has a password
   * @error 429 RATE_LIMIT_EXCEEDED after too many attempts from one address
   * @returns The link.
   */
  @Get('setup')
  async getSetup(@Req() request: Request, @Headers('x-link-token') token = ''): Promise<One<Readonly<LinkView>>> {
    return this.#shown(request, 'setup', token);
  }

  /**
   * Uses a setup link: the first person chooses their e-mail address and password, and is then signed in as an operator.
   * @error 403 PLAIN_HTTP over plain HTTP outside of localhost, WRONG_HOST at another host than the base URL, CROSS_SITE from a page of another site
   * @error 404 NOT_FOUND for a link that was used or has expired, and for every link once a user has a password
   * @error 409 CONFLICT for an e-mail address of another user
   * @error 429 RATE_LIMIT_EXCEEDED after too many attempts from one address
   * @returns The signed-in user.
   */
  @Post('setup')
  @HttpCode(200)
  async claimSetup(
    @Req() request: Request,
    @RequestMeta() meta: EventMeta,
    @Body() { keep = false, ...given }: ClaimSetupLinkRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<One<SignedInResponse>> {
    this.visitors.admit(request);
    return this.#signedIn(response, await this.commands.execute(new ClaimLink(meta, 'setup', { ...given, isKept: keep })));
  }

  /**
   * Returns whom a recovery link is for, and does not use it up.
   * @header X-Link-Token What follows the `#` in the address of the link. No log has it there.
   * @error 403 PLAIN_HTTP over plain HTTP outside of localhost, WRONG_HOST at another host than the base URL, CROSS_SITE from a page of another site
   * @error 404 NOT_FOUND for a link that was used or replaced, or that has expired
   * @error 429 RATE_LIMIT_EXCEEDED after too many attempts from one address
   * @returns The link.
   */
  @Get('recovery')
  async getRecovery(@Req() request: Request, @Headers('x-link-token') token = ''): Promise<One<Readonly<LinkView>>> {
    return this.#shown(request, 'recovery', token);
  }

  /**
   * Uses a recovery link: sets the password of its user and signs them in. All other sessions of the user end.
   * @error 401 SECOND_FACTOR_REQUIRED for an absent, wrong or used code of a user with a second factor
   * @error 403 PLAIN_HTTP over plain HTTP outside of localhost, WRONG_HOST at another host than the base URL, CROSS_SITE from a page of another site
   * @error 404 NOT_FOUND for a link that was used or replaced, or that has expired
   * @error 429 RATE_LIMIT_EXCEEDED after too many attempts from one address
   * @returns The signed-in user.
   */
  @Post('recovery')
  @HttpCode(200)
  async claimRecovery(
    @Req() request: Request,
    @RequestMeta() meta: EventMeta,
    @Body() { keep = false, ...given }: ClaimLinkRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<One<SignedInResponse>> {
    this.visitors.admit(request);
    return this.#signedIn(response, await this.commands.execute(new ClaimLink(meta, 'recovery', { ...given, isKept: keep })));
  }

  async #shown(request: Request, kind: ClaimLink['kind'], token: string): Promise<One<Readonly<LinkView>>> {
    this.visitors.admit(request);
    return one(await this.queries.execute(new GetLink(kind, token)));
  }

  #signedIn(response: Response, { token, userId, expiresAt }: StartedSession): One<SignedInResponse> {
    this.cookie.set(response, token, expiresAt);
    return one({ userId, expiresAt });
  }
}
