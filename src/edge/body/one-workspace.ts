import type { ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { invalidField } from '#kernel/errors.js';
import { isJsonObject } from '#kernel/json.js';
import { knownFields, type RequestClass } from './fields/request-class.js';

const readers = new WeakMap<object, boolean>();

/** Whether a route takes a `workspaceId`: one of its request classes has the field. For other routes the field has no meaning. */
export function readsWorkspace(context: Pick<ExecutionContext, 'getClass' | 'getHandler'>): boolean {
  const route = context.getHandler();
  let reads = readers.get(route);
  if (reads === undefined) {
    const controller = context.getClass().prototype as object;
    const types = (Reflect.getMetadata('design:paramtypes', controller, route.name) ?? []) as readonly unknown[];
    reads = types.some((type) => typeof type === 'function' && knownFields(type as RequestClass).has('workspaceId'));
    readers.set(route, reads);
  }
  return reads;
}

/**
 * Refuses a request that names one workspace in its address and another in its body: a check could use one and the action the other.
 * @throws DomainError invalid
 */
export function refuseTwoWorkspaces({ url, query, body }: Pick<Request, 'url' | 'query'> & { readonly body?: unknown }): void {
  if (!url.includes('?') || !isJsonObject(body)) return;
  const [inAddress, inBody] = [query['workspaceId'], body['workspaceId']];
  if (inAddress === undefined || inBody === undefined || inAddress === inBody) return;
  throw invalidField('workspaceId', 'workspaceId must be the same in the address and in the body', 'conflict');
}
