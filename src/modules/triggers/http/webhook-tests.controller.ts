import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Answers, Bytes } from '#edge/answer/answers.js';
import { TakesBytes } from '#edge/body/routes/bytes-route.js';
import { IgnoresUnknownFields } from '#edge/body/fields/undeclared-fields.js';
import { requestSource } from '#edge/request/caller.decorator.js';
import { Config } from '#host/config/config.js';
import { Access } from '#modules/identity/index.js';
import { Listening } from '../deliveries/listening.js';
import { sendAnswer } from './send-answer.js';
import { WebhookVisitors } from './webhook-visitors.js';

/**
 * The addresses of listeners. An address takes one event, which starts no run.
 * @tag Webhooks
 */
@Access('public')
@Controller('api/webhooks/test')
export class WebhookTestsController {
  constructor(
    private readonly listening: Listening,
    private readonly visitors: WebhookVisitors,
    private readonly config: Config,
  ) {}

  /**
   * Delivers an event to a listener. It is checked and read as the webhook block of the draft says, and starts no run.
   * @takes application/json
   * @takes application/x-www-form-urlencoded
   * @takes multipart/form-data
   * @error 401 UNAUTHORIZED when the signature or the token is missing or wrong, or the time of the delivery is too far off
   * @error 403 FORBIDDEN when the address of the sender may not send
   * @error 404 NOT_FOUND when no listener waits at this address
   * @error 429 RATE_LIMIT_EXCEEDED when this client address sent too many requests that were refused
   * @returns The event was received.
   */
  @Post(':token')
  @HttpCode(200)
  @TakesBytes()
  @IgnoresUnknownFields()
  async postTestEvent(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<Answers<{ 200: Bytes }>> {
    await this.#enter(token, request, response);
  }

  /**
   * Delivers an event to a listener by GET, if the webhook accepts other methods; also tests of the address by providers.
   * @notIdempotent The listener takes one event.
   * @error 401 UNAUTHORIZED when the signature or the token is missing or wrong, or the time of the delivery is too far off
   * @error 403 FORBIDDEN when the address of the sender may not send
   * @error 404 NOT_FOUND when no listener waits at this address
   * @error 405 METHOD_NOT_ALLOWED when the webhook accepts POST only
   * @error 415 UNSUPPORTED_MEDIA_TYPE when the request has a compressed body
   * @error 429 RATE_LIMIT_EXCEEDED when this client address sent too many requests that were refused
   * @returns The event was received.
   */
  @Get(':token')
  @TakesBytes()
  @IgnoresUnknownFields()
  async getTestEvent(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<Answers<{ 200: Bytes }>> {
    await this.#enter(token, request, response);
  }

  async #enter(path: string, request: Request, response: Response): Promise<void> {
    const { method, headers, originalUrl } = request;
    const received = { method, url: `${this.config.baseUrl}${originalUrl}`, headers, body: request.body as Buffer };
    const knock = { path, request: received, source: requestSource(request), onWait: () => undefined };
    sendAnswer(response, await this.visitors.counted(request, () => this.listening.enter(knock)));
  }
}
