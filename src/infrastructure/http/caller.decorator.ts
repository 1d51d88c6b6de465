import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';

function requestOf(context: ExecutionContext): Request {
  return context.switchToHttp().getRequest<Request>();
}

/** The caller of this request. Only for routes that need a key. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = requestOf(context);
  if (caller === undefined) throw new Error('A public route has no caller');
  return caller;
});

/** What is recorded beside every event that this request causes. */
export const RequestMeta = createParamDecorator((_: unknown, context: ExecutionContext): EventMeta => requestMeta(requestOf(context)));

export function requestMeta({ caller, requestId }: Request): EventMeta {
  return caller === undefined ? { requestId } : { actorId: caller.userId, keyId: caller.keyId, requestId };
}
