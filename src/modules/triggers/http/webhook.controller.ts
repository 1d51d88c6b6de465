import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Answers, Bytes } from '#edge/answer/answers.js';
import { TakesBytes } from '#edge/body/routes/bytes-route.js';
import { IgnoresUnknownFields } from '#edge/body/fields/undeclared-fields.js';
import { requestSource } from '#edge/request/caller.decorator.js';
import { Config } from '#host/config/config.js';
import { Access } from '#modules/identity/index.js';
import { WebhookDoor } from '../deliveries/webhook-door.js';
import { sendAnswer } from './send-answer.js';
import { WebhookVisitors } from './webhook-visitors.js';

/**
 * The addresses of webhooks. The webhook says how a request proves where it comes from, how it is parsed and what is answered.
 * @tag Webhooks
 */
@Access('public')
@Controller('api/webhooks/trigger')
export class WebhookController {
  constructor(
    private readonly door: WebhookDoor,
    private readonly visitors: WebhookVisitors,
    private readonly config: Config,
  ) {}

  /**
   * Delivers an event to a webhook. The delivery and its run are durable before the response.
   * @takes application/json
   * @takes application/x-www-form-urlencoded
   * @takes multipart/form-data
   * @error 401 UNAUTHORIZED when the signature or the token is missing or wrong, or the time of the delivery is too far off
   * @error 402 USAGE_LIMIT_EXCEEDED when the account of the webhook has used up its budget for the period
   * @error 403 FORBIDDEN when the address of the sender may not send
   * @error 404 NOT_FOUND when no webhook has this address
   * @error 409 CALL_CHAIN_TOO_DEEP when 25 workflows led to this request
   * @error 413 PAYLOAD_TOO_LARGE when the body is larger than the plan of the account allows
   * @error 429 RATE_LIMIT_EXCEEDED when the plan of the account allows no more deliveries at the moment, or this client address sent too many requests that were refused
   * @answers X-Delivery-Id The id of the delivery.
   * @answers X-Execution-Id The id of the run, if one was started.
   * @returns The response that the webhook defines.
   * @returns 202 The webhook is paused and keeps the delivery, or the run has not ended within 30 seconds.
   */
  @Post(':path')
  @HttpCode(200)
  @TakesBytes()
  @IgnoresUnknownFields()
  async post(
    @Param('path') path: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<Answers<{ 200: Bytes; 202: Bytes; default: Bytes }>> {
    await this.#enter(path, request, response);
  }

  /**
   * Delivers an event by GET, if the webhook accepts other methods; also tests of the address by providers.
   * @notIdempotent Each request is an event.
   * @error 401 UNAUTHORIZED when the signature or the token is missing or wrong, or the time of the delivery is too far off
   * @error 402 USAGE_LIMIT_EXCEEDED when the account of the webhook has used up its budget for the period
   * @error 403 FORBIDDEN when the address of the sender may not send
   * @error 404 NOT_FOUND when no webhook has this address
   * @error 405 METHOD_NOT_ALLOWED when the webhook accepts POST only
   * @error 409 CALL_CHAIN_TOO_DEEP when 25 workflows led to this request
   * @error 415 UNSUPPORTED_MEDIA_TYPE when the request has a compressed body
   * @error 413 PAYLOAD_TOO_LARGE when the body is larger than the plan of the account allows
   * @error 429 RATE_LIMIT_EXCEEDED when the plan of the account allows no more deliveries at the moment, or this client address sent too many requests that were refused
   * @answers X-Delivery-Id The id of the delivery.
   * @answers X-Execution-Id The id of the run, if one was started.
   * @returns The response that the webhook defines.
   * @returns 202 The webhook is paused and keeps the delivery, or the run has not ended within 30 seconds.
   */
  @Get(':path')
  @TakesBytes()
  @IgnoresUnknownFields()
  async get(
    @Param('path') path: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<Answers<{ 200: Bytes; 202: Bytes; default: Bytes }>> {
    await this.#enter(path, request, response);
  }

  /**
   * Delivers an event by PUT, if the webhook accepts other methods.
   * @notIdempotent Each request is an event.
   * @takes application/json
   * @error 401 UNAUTHORIZED when the signature or the token is missing or wrong, or the time of the delivery is too far off
   * @error 402 USAGE_LIMIT_EXCEEDED when the account of the webhook has used up its budget for the period
   * @error 403 FORBIDDEN when the address of the sender may not send
   * @error 404 NOT_FOUND when no webhook has this address
   * @error 405 METHOD_NOT_ALLOWED when the webhook accepts POST only
   * @error 409 CALL_CHAIN_TOO_DEEP when 25 workflows led to this request
   * @error 413 PAYLOAD_TOO_LARGE when the body is larger than the plan of the account allows
   * @error 429 RATE_LIMIT_EXCEEDED when the plan of the account allows no more deliveries at the moment, or this client address sent too many requests that were refused
   * @answers X-Delivery-Id The id of the delivery.
   * @answers X-Execution-Id The id of the run, if one was started.
   * @returns The response that the webhook defines.
   * @returns 202 The webhook is paused and keeps the delivery, or the run has not ended within 30 seconds.
   */
  @Put(':path')
  @TakesBytes()
  @IgnoresUnknownFields()
  async put(
    @Param('path') path: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<Answers<{ 200: Bytes; 202: Bytes; default: Bytes }>> {
    await this.#enter(path, request, response);
  }

  /**
   * Delivers an event by PATCH, if the webhook accepts other methods.
   * @takes application/json
   * @error 401 UNAUTHORIZED when the signature or the token is missing or wrong, or the time of the delivery is too far off
   * @error 402 USAGE_LIMIT_EXCEEDED when the account of the webhook has used up its budget for the period
   * @error 403 FORBIDDEN when the address of the sender may not send
   * @error 404 NOT_FOUND when no webhook has this address
   * @error 405 METHOD_NOT_ALLOWED when the webhook accepts POST only
   * @error 409 CALL_CHAIN_TOO_DEEP when 25 workflows led to this request
   * @error 413 PAYLOAD_TOO_LARGE when the body is larger than the plan of the account allows
   * @error 429 RATE_LIMIT_EXCEEDED when the plan of the account allows no more deliveries at the moment, or this client address sent too many requests that were refused
   * @answers X-Delivery-Id The id of the delivery.
   * @answers X-Execution-Id The id of the run, if one was started.
   * @returns The response that the webhook defines.
   * @returns 202 The webhook is paused and keeps the delivery, or the run has not ended within 30 seconds.
   */
  @Patch(':path')
  @TakesBytes()
  @IgnoresUnknownFields()
  async patch(
    @Param('path') path: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<Answers<{ 200: Bytes; 202: Bytes; default: Bytes }>> {
    await this.#enter(path, request, response);
  }

  /**
   * Delivers an event by DELETE, if the webhook accepts other methods.
   * @notIdempotent Each request is an event.
   * @error 401 UNAUTHORIZED when the signature or the token is missing or wrong, or the time of the delivery is too far off
   * @error 402 USAGE_LIMIT_EXCEEDED when the account of the webhook has used up its budget for the period
   * @error 403 FORBIDDEN when the address of the sender may not send
   * @error 404 NOT_FOUND when no webhook has this address
   * @error 405 METHOD_NOT_ALLOWED when the webhook accepts POST only
   * @error 409 CALL_CHAIN_TOO_DEEP when 25 workflows led to this request
   * @error 413 PAYLOAD_TOO_LARGE when the body is larger than the plan of the account allows
   * @error 429 RATE_LIMIT_EXCEEDED when the plan of the account allows no more deliveries at the moment, or this client address sent too many requests that were refused
   * @answers X-Delivery-Id The id of the delivery.
   * @answers X-Execution-Id The id of the run, if one was started.
   * @returns The response that the webhook defines.
   * @returns 202 The webhook is paused and keeps the delivery, or the run has not ended within 30 seconds.
   */
  @Delete(':path')
  @TakesBytes()
  @IgnoresUnknownFields()
  async delete(
    @Param('path') path: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<Answers<{ 200: Bytes; 202: Bytes; default: Bytes }>> {
    await this.#enter(path, request, response);
  }

  async #enter(path: string, request: Request, response: Response): Promise<void> {
    const { method, headers, originalUrl } = request;
    const received = { method, url: `${this.config.baseUrl}${originalUrl}`, headers, body: request.body as Buffer };
    const onWait = (): void => request.place?.endWork();
    const knock = { path, request: received, source: requestSource(request), onWait };
    sendAnswer(response, await this.visitors.counted(request, () => this.door.enter(knock)));
  }
}
