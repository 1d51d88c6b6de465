import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { invalid, type ErrorDetail } from '#kernel/errors.js';
import { unknownNames } from '#edge/request/unknown-names.js';
import { knownFields, type RequestClass } from './request-class.js';

const lenient = new WeakSet<object>();
const declarations = new WeakMap<object, Declared>();
const api = /^\/api\//i;

interface Declared {
  readonly query: boolean;
  readonly body: boolean;
}

/** A route that ignores unknown fields and parameters, because published clients call it. */
export const IgnoresUnknownFields = (): MethodDecorator => (_target, _name, descriptor) => {
  if (typeof descriptor.value === 'function') lenient.add(descriptor.value);
};

/** Whether a route ignores unknown fields: one of published clients, or one that is not of the API. */
export function ignoresUnknownFields({ path }: Pick<Request, 'path'>, route: object): boolean {
  return lenient.has(route) || !api.test(path);
}

/**
 * Refuses the parameters and fields of a request to a route of the API that declares none. Those of other routes are checked by the
 * validation pipe, against the request class that the route declares.
 * @throws DomainError invalid
 */
export function refuseUndeclared(context: Pick<ExecutionContext, 'getClass' | 'getHandler'>, request: Request): void {
  if (ignoresUnknownFields(request, context.getHandler())) return;
  const declared = declaredBy(context);
  const details = [
    ...(declared.query || !request.url.includes('?') ? [] : unknownNames('query', Object.keys(request.query), [])),
    ...(declared.body ? [] : fieldsOf(request.body)),
  ];
  if (details.length > 0) throw invalid(details);
}

function fieldsOf(body: unknown): readonly ErrorDetail[] {
  return typeof body === 'object' && body !== null ? unknownNames('body', Object.keys(body), []) : [];
}

function declaredBy(context: Pick<ExecutionContext, 'getClass' | 'getHandler'>): Declared {
  const route = context.getHandler();
  let declared = declarations.get(route);
  if (declared === undefined) {
    const controller = context.getClass();
    const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, route.name) ?? []) as readonly unknown[];
    const places = Object.keys((Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, route.name) ?? {}) as object).map((key) =>
      key.split(':').map(Number),
    );
    const hasClass = (kind: RouteParamtypes): boolean =>
      places.some(([place, index = -1]) => place === kind && isRequestClass(types[index]));
    declared = { query: hasClass(RouteParamtypes.QUERY), body: hasClass(RouteParamtypes.BODY) };
    declarations.set(route, declared);
  }
  return declared;
}

function isRequestClass(type: unknown): boolean {
  return typeof type === 'function' && knownFields(type as RequestClass).size > 0;
}
