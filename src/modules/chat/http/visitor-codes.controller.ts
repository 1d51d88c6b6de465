import { Body, Controller, HttpCode, Param, Post, Put, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access } from '#modules/identity/index.js';
import { EmailProofs } from '../talk/email-proofs.js';
import { OpenChats } from '../talk/open-chats.js';
import { CheckCodeRequest, SendCodeRequest } from './visit.request.js';
import { configurationResponse, type ChatConfigurationResponse, type CodeSentResponse } from './visit.response.js';

/**
 * How visitors prove their e-mail address.
 * @tag Visits
 */
@Access('public')
@Controller('api/chat/:identifier/otp')
export class VisitorCodesController {
  constructor(
    private readonly chats: OpenChats,
    private readonly proofs: EmailProofs,
  ) {}

  /**
   * Sends a code of six digits to an e-mail address, if it may use the chat. The response is the same if it may not, and after 3 codes in 15 minutes.
   * @error 403 FORBIDDEN when the chat is switched off, or the request comes from a page of another site
   * @error 403 WORKFLOW_NOT_DEPLOYED when its workflow is not deployed
   * @error 409 CONFLICT when the chat asks for no e-mail address
   * @error 429 RATE_LIMIT_EXCEEDED after 10 requests of one address of the network in 15 minutes
   * @returns The request was taken.
   */
  @Post()
  @HttpCode(200)
  async sendCode(
    @Param('identifier') identifier: string,
    @Body() { email }: SendCodeRequest,
    @Req() request: Request,
  ): Promise<CodeSentResponse> {
    const { chat } = await this.chats.at(identifier);
    await this.proofs.sendCode(chat, email, request);
    return { message: 'If the address may use this chat, a code was sent to it' };
  }

  /**
   * Begins the session of a visitor with the code.
   * @notIdempotent A code is taken once.
   * @error 401 UNAUTHORIZED when the code is wrong, was used, has had 5 tries, or is older than 15 minutes
   * @error 403 FORBIDDEN when the chat is switched off, or the request comes from a page of another site
   * @error 403 WORKFLOW_NOT_DEPLOYED when its workflow is not deployed
   * @error 409 CONFLICT when the chat asks for no e-mail address
   * @error 429 RATE_LIMIT_EXCEEDED after 10 codes from one address of the network in 15 minutes
   * @returns The chat.
   */
  @Put()
  async checkCode(
    @Param('identifier') identifier: string,
    @Body() body: CheckCodeRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChatConfigurationResponse> {
    const { chat } = await this.chats.at(identifier);
    await this.proofs.admit(chat, body, response);
    return configurationResponse(chat);
  }
}
