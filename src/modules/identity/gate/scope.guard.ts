import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { requireReach, type Permission } from '#kernel/caller.js';
import { callerOf } from '#edge/request/caller.decorator.js';
import { scopeKey } from './access.decorator.js';

const scopes = new WeakMap<object, { readonly needed: Permission | undefined }>();

/**
 * Decides workspace access for routes with `@Scope`, whose path names the workspace as `:id`. It runs before validation, so it is for routes
 * without a query or a body to validate; handlers of other routes decide after validation. See ADR 0011.
 */
@Injectable()
export class ScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const needed = neededBy(context.getHandler());
    if (needed === undefined) return true;
    const request = context.switchToHttp().getRequest<Request<{ id: string }>>();
    requireReach(callerOf(request), request.params.id, needed, 'Workspace');
    return true;
  }
}

/** Reads the metadata of a route once. */
function neededBy(handler: object): Permission | undefined {
  let known = scopes.get(handler);
  if (known === undefined) {
    known = { needed: Reflect.getMetadata(scopeKey, handler) as Permission | undefined };
    scopes.set(handler, known);
  }
  return known.needed;
}
