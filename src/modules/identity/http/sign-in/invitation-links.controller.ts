import { Body, Controller, Get, Headers, HttpCode, Post, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { SkipThrottle, Throttle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { one, type One } from '#edge/answer/envelope.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import type { SessionCaller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { ClaimInvitation } from '../../commands/invitations/claim-invitation.command.js';
import { JoinByInvitation } from '../../commands/invitations/join-by-invitation.command.js';
import { Access } from '../../gate/access.decorator.js';
import { SessionCookie } from '../../gate/sessions/session-cookie.js';
import { GetInvitationLink, type InvitationLinkView } from '../../queries/sign-in/get-invitation-link.query.js';
import { ClaimLinkRequest, JoinRequest } from './session.request.js';
import { joinedResponse, type JoinedResponse, type SignedInResponse } from './session.response.js';
import { SignInVisitors } from './sign-in-visitors.js';

/** Links with which people accept an invitation to a workspace or to an organization, each once. */
@Controller('api/v1/links/invitation')
export class InvitationLinksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly cookie: SessionCookie,
    private readonly visitors: SignInVisitors,
  ) {}

  /**
   * Returns what an invitation is for, and does not use it up.
   * @header X-Link-Token What follows the `#` in the address of the link. No log has it there.
   * @error 403 PLAIN_HTTP over plain HTTP outside of localhost, WRONG_HOST at another host than the base URL, CROSS_SITE from a page of another site
   * @error 404 NOT_FOUND for a link that was used, withdrawn or replaced, or that has expired
   * @error 429 RATE_LIMIT_EXCEEDED after too many attempts from one address
   * @returns The invitation.
   */
  @Access('public')
  @SkipThrottle({ api: true })
  @Get()
  async get(@Req() request: Request, @Headers('x-link-token') token = ''): Promise<One<Readonly<InvitationLinkView>>> {
    this.visitors.admit(request);
    return one(await this.queries.execute(new GetInvitationLink(token)));
  }

  /**
   * Accepts an invitation as a new person: makes them a user with a password and a member, and signs them in.
   * @error 403 PLAIN_HTTP over plain HTTP outside of localhost, WRONG_HOST at another host than the base URL, CROSS_SITE from a page of another site
   * @error 404 NOT_FOUND for a link that was used, withdrawn or replaced, or that has expired
   * @error 409 SIGN_IN_FIRST for the address of a user, who signs in and then joins
   * @error 429 RATE_LIMIT_EXCEEDED after too many attempts from one address
   * @returns The signed-in user.
   */
  @Access('public')
  @SkipThrottle({ api: true })
  @Post()
  @HttpCode(200)
  async claim(
    @Req() request: Request,
    @RequestMeta() meta: EventMeta,
    @Body() { keep = false, ...given }: ClaimLinkRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<One<SignedInResponse>> {
    this.visitors.admit(request);
    const { token, userId, expiresAt } = await this.commands.execute(new ClaimInvitation(meta, { ...given, isKept: keep }));
    this.cookie.set(response, token, expiresAt);
    return one({ userId, expiresAt });
  }

  /**
   * Accepts an invitation as the person who is signed in.
   * @error 403 FOREIGN_LINK for an invitation of another address
   * @error 404 NOT_FOUND for a link that was used, withdrawn or replaced, or that has expired
   * @returns What the person has joined.
   */
  @Access('session')
  @Throttle({ api: {} })
  @Post('join')
  @HttpCode(200)
  async join(
    @CurrentCaller() caller: SessionCaller,
    @RequestMeta() meta: EventMeta,
    @Body() { token }: JoinRequest,
  ): Promise<One<JoinedResponse>> {
    return one(joinedResponse(await this.commands.execute(new JoinByInvitation(caller, meta, token))));
  }
}
