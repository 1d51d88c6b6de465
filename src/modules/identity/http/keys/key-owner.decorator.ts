import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { KeyOwner as Owner } from '../../domain/keys/key-owner.js';

export type UserKeys = Extract<Owner, { kind: 'self' | 'user' }>;

/** The user whose keys a route is about: the one in the path, or the caller. */
export const KeyOwner = createParamDecorator((_: unknown, context: ExecutionContext): UserKeys => {
  const { id } = context.switchToHttp().getRequest<Request<{ id?: string }>>().params;
  return id === undefined ? { kind: 'self' } : { kind: 'user', userId: id };
});
