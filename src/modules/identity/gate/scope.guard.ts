import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { requireReach, type Permission } from '#kernel/caller.js';
import { forbidden } from '#kernel/errors.js';
import { callerOf } from '#edge/request/caller.decorator.js';
import { accessKey, scopeKey, type AccessRule } from './access.decorator.js';

interface RouteNeeds {
  readonly isForPeople: boolean;
  readonly permission: Permission | undefined;
}

const needs = new WeakMap<object, RouteNeeds>();

/**
 * Refuses keys on routes for people, and decides workspace access for routes with `@Scope`, whose path names the workspace as `:id`. It runs before
 * validation, so `@Scope` is for routes without a query or a body to validate; handlers of other routes decide after validation. See ADR 0011.
 */
@Injectable()
export class ScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { isForPeople, permission } = neededBy(context);
    const request = context.switchToHttp().getRequest<Request<{ id: string }>>();
    if (isForPeople && callerOf(request).kind !== 'session')
      throw forbidden('This is for people who are signed in, not for API keys', 'SESSION_REQUIRED');
    if (permission !== undefined) requireReach(callerOf(request), request.params.id, permission, 'Workspace');
    return true;
  }
}

/** Reads the metadata of a route once. */
function neededBy(context: ExecutionContext): RouteNeeds {
  const handler = context.getHandler();
  let known = needs.get(handler);
  if (known === undefined) {
    const access = (Reflect.getMetadata(accessKey, handler) ?? Reflect.getMetadata(accessKey, context.getClass())) as AccessRule;
    const isForPeople = access.every((kind) => kind === 'session');
    known = { isForPeople, permission: Reflect.getMetadata(scopeKey, handler) as Permission | undefined };
    needs.set(handler, known);
  }
  return known;
}
