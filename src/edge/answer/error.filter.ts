import { Catch, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Express, Request, Response } from 'express';
import { harmless } from '#host/logging/harmless.js';
import type { Logger } from '#host/logging/logger.js';
import type { SecurityEvent, SecurityLog } from '#host/logging/security-log.js';
import { apiKeyMeta } from '#kernel/caller.js';
import { DomainError } from '#kernel/errors.js';
import { allowedMethods } from '#edge/request/allowed-methods.js';
import { endEarly } from './early-answer.js';
import { bodyFor, errorAnswer, fixedAnswer, type ErrorAnswer } from './error-answer.js';

/** The only place that writes refusals and failures to the wire. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly app: Express,
    private readonly logger: Logger,
    private readonly security: SecurityLog,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const answer = this.#answer(error, request, response);
    request.refusal ??= answer.body.code;
    this.#tellSecurity(error, request);
    // A limit other than that of its bucket, or a busy server, has refused the request.
    if (answer.status === 402 || answer.status === 429 || answer.status === 503) request.giveBackToken?.();
    // The gate logs how many requests it refuses, in one line a second.
    if (answer.status >= 500 && request.refusal !== 'overload') this.#log(error, request, answer);
    // A response that has begun cannot be taken back. The broken connection tells the caller that it failed.
    if (response.headersSent) response.destroy();
    else send(request, response, answer);
  }

  /** Reports denials of known callers. The guard of API keys reports unknown callers. */
  #tellSecurity(error: unknown, { caller, requestId, route }: Request): void {
    const event = error instanceof DomainError ? securityEventOf(error) : undefined;
    if (caller === undefined || event === undefined) return;
    this.security.note(event, {
      ...apiKeyMeta(caller),
      userId: caller.userId,
      route: (route as { path?: string } | undefined)?.path,
      requestId,
    });
  }

  /** The framework throws this error only for an address without a route. */
  #answer(error: unknown, request: Request, response: Response): ErrorAnswer {
    if (!(error instanceof NotFoundException)) return errorAnswer(error);
    const methods = allowedMethods(this.app, request.path);
    if (methods.length === 0) return fixedAnswer(404);
    response.setHeader('Allow', methods.join(', '));
    return fixedAnswer(405);
  }

  #log(error: unknown, { requestId }: Request, { status, body }: ErrorAnswer): void {
    this.logger[status === 500 ? 'error' : 'warn']({ channel: 'err', requestId, error: harmless(error) }, body.error);
  }
}

function securityEventOf({ denial, kind }: DomainError): SecurityEvent | undefined {
  if (denial !== undefined) return `authz.${denial}`;
  return kind === 'limited' ? 'limiter.refused' : undefined;
}

function send(request: Request, response: Response, { status, body, retryAfterSeconds }: ErrorAnswer): void {
  if (retryAfterSeconds !== undefined && !response.hasHeader('Retry-After')) response.setHeader('Retry-After', retryAfterSeconds);
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  endEarly(request, response, JSON.stringify(bodyFor(request.path, { status, body })));
}
