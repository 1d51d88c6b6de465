import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Caller } from '#kernel/caller.js';
import type { Standing } from './purse.js';
import { setRateHeaders } from './rate-headers.js';
import { throttleRuleOf } from './throttle-rule.js';
import { Throttling } from './throttling.js';
import type { BucketKind } from './throttle.decorator.js';

/**
 * Limits how often an account calls, once it is known who calls and before anything is read. What a start of a run takes from is decided
 * by its body, so for that this guard only shows the bucket that its headers ask for: to those who are refused before `StartThrottleGuard`.
 */
@Injectable()
export class ThrottleGuard implements CanActivate {
  constructor(private readonly throttling: Throttling) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const { caller } = request;
    const rule = throttleRuleOf(context);
    if (caller === undefined || rule === 'none') return true;
    const response = http.getResponse<Response>();
    if (rule === 'api') return takeToken(this.throttling, { caller, kind: 'api', request, response });
    const standing = this.throttling.look(caller, rule(request));
    if (!(standing instanceof Promise)) return show(response, standing);
    return standing.then((known) => show(response, known));
  }
}

/** Takes the token of a start of a run, once its body is read. */
@Injectable()
export class StartThrottleGuard implements CanActivate {
  constructor(private readonly throttling: Throttling) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const rule = throttleRuleOf(context);
    if (typeof rule === 'string') return true;
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (request.caller === undefined) return true;
    return takeToken(this.throttling, { caller: request.caller, kind: rule(request), request, response: http.getResponse<Response>() });
  }
}

interface Taking {
  readonly caller: Caller;
  readonly kind: BucketKind;
  readonly request: Request;
  readonly response: Response;
}

function takeToken(throttling: Throttling, taking: Taking): boolean | Promise<boolean> {
  const { caller, kind, request, response } = taking;
  const decide = (standing: Standing): boolean => {
    show(response, standing);
    if (!standing.isAllowed) throw throttling.refusal(caller, kind, standing);
    request.giveBackToken = () => giveBack(throttling, taking);
    return true;
  };
  const standing = throttling.take(caller, kind);
  return standing instanceof Promise ? standing.then(decide) : decide(standing);
}

/** For a request that was refused although it had its token. */
function giveBack(throttling: Throttling, { caller, kind, response }: Taking): void {
  const standing = throttling.giveBack(caller, kind);
  if (standing !== undefined) show(response, standing);
}

function show(response: Response, standing: Standing): true {
  setRateHeaders(response, standing);
  return true;
}
