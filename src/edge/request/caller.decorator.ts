import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { actorOf, type Caller } from '#kernel/caller.js';
import type { EventMeta, RequestSource } from '#kernel/event.js';

function requestOf(context: ExecutionContext): Request {
  return context.switchToHttp().getRequest<Request>();
}

/** The caller of a request, once the guard of API keys has passed. */
export function callerOf({ caller }: Pick<Request, 'caller'>): Caller {
  if (caller === undefined) throw new Error('A public route has no caller');
  return caller;
}

/** The caller of this request. Only for routes that need one. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => callerOf(requestOf(context)));

/** What is recorded beside every event that this request causes. */
export const RequestMeta = createParamDecorator((_: unknown, context: ExecutionContext): EventMeta => requestMeta(requestOf(context)));

export function requestMeta(request: Request): EventMeta {
  const { caller, requestId } = request;
  const source = requestSource(request);
  return caller === undefined ? { requestId, ...source } : { ...actorOf(caller), requestId, ...source };
}

const longestUserAgent = 256;

export function requestSource({ ip, headers }: Pick<Request, 'ip' | 'headers'>): RequestSource {
  const userAgent = headers['user-agent']?.slice(0, longestUserAgent);
  return { ...(ip === undefined ? {} : { ip }), ...(userAgent === undefined ? {} : { userAgent }) };
}
