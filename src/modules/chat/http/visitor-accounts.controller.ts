import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Answers } from '#edge/answer/answers.js';
import { Access } from '#modules/identity/index.js';
import { OpenChats } from '../talk/open-chats.js';
import { SsoProofs } from '../talk/sso-proofs.js';
import { AskEligibilityRequest } from './visit.request.js';
import type { EligibilityResponse } from './visit.response.js';

/**
 * How visitors prove their address with an account at a provider.
 * @tag Visits
 */
@Access('public')
@Controller('api/chat/:identifier/sso')
export class VisitorAccountsController {
  constructor(
    private readonly chats: OpenChats,
    private readonly proofs: SsoProofs,
  ) {}

  /**
   * Says whether a person with this address may use the chat, before they sign in at a provider.
   * @error 403 FORBIDDEN when the chat is switched off, or the request comes from a page of another site
   * @error 403 WORKFLOW_NOT_DEPLOYED when its workflow is not deployed
   * @error 409 CONFLICT when the chat asks for no account at a provider
   * @error 429 RATE_LIMIT_EXCEEDED after 10 requests of one address of the network in 15 minutes
   * @returns Whether the address may use the chat.
   */
  @Post()
  @HttpCode(200)
  async askEligibility(
    @Param('identifier') identifier: string,
    @Body() { email }: AskEligibilityRequest,
    @Req() request: Request,
  ): Promise<EligibilityResponse> {
    const { chat } = await this.chats.at(identifier);
    return { eligible: this.proofs.isEligible(chat, email, request) };
  }

  /**
   * Sends a browser to a provider of `GET /api/v1/sign-in`. It comes back to the page of the chat, with a session as visitor, or with the code of what failed as
   * `problem`.
   * @error 403 FORBIDDEN when the chat is switched off
   * @error 403 WORKFLOW_NOT_DEPLOYED when its workflow is not deployed
   * @error 409 CONFLICT when the chat asks for no account at a provider
   * @returns The address of the provider, in `Location`.
   */
  @Get(':provider')
  async beginSignIn(
    @Param('identifier') identifier: string,
    @Param('provider') provider: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<Answers<{ 303: void }>> {
    const { chat } = await this.chats.at(identifier);
    await this.proofs.begin(chat, provider, request, response);
  }
}
