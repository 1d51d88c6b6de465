import { Controller, Get, RequestMethod, type DynamicModule, type Type } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { THROTTLER_LIMIT, THROTTLER_SKIP } from '@nestjs/throttler/dist/throttler.constants.js';
import { AppModule } from '#app/app.module.js';
import type { Infrastructure } from '#app/infrastructure.module.js';
import { knownFields, type RequestClass } from '#edge/body/fields/request-class.js';
import { Access } from '#modules/identity/index.js';
import { accessKey, scopeKey } from '#modules/identity/gate/access.decorator.js';

/** What `@Throttle` and `@SkipThrottle` of Nest's throttler leave behind. */
const throttleKeys = [`${THROTTLER_LIMIT}api`, `${THROTTLER_LIMIT}sync`, `${THROTTLER_SKIP}api`];

type ModuleRef = Type | DynamicModule | Promise<DynamicModule>;

interface Route {
  readonly name: string;
  readonly method: RequestMethod;
  readonly access: unknown;
  readonly throttle: unknown;
  readonly scope: unknown;
  /** Whether the validation pipe checks a query or a body of the route. */
  readonly isValidated: boolean;
  readonly path: string;
  readonly status: unknown;
}

/** Every module of the application, each once. Nothing is started: the decorators say it all. */
function modulesOf(root: ModuleRef, seen = new Set<unknown>()): readonly DynamicModule[] {
  if (root instanceof Promise || seen.has(root)) return [];
  seen.add(root);
  const { module, imports = [], controllers = [] } = 'module' in root ? root : { module: root };
  const declared = <T>(key: string): T[] => (Reflect.getMetadata(key, module) as T[] | undefined) ?? [];
  const all = [...imports, ...declared<ModuleRef>('imports')] as ModuleRef[];
  return [{ module, controllers: [...controllers, ...declared<Type>('controllers')] }, ...all.flatMap((each) => modulesOf(each, seen))];
}

function routesOf(controller: Type): readonly Route[] {
  const prototype = controller.prototype as Record<string, object>;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler = Object.getOwnPropertyDescriptor(prototype, name)?.value as object | undefined;
    const method = handler === undefined ? undefined : (Reflect.getMetadata('method', handler) as RequestMethod | undefined);
    if (handler === undefined || method === undefined) return [];
    const declared = (key: string): unknown => Reflect.getMetadata(key, handler) ?? Reflect.getMetadata(key, controller);
    const access = declared(accessKey);
    const throttle = throttleKeys.find((key) => Reflect.hasMetadata(key, handler) || Reflect.hasMetadata(key, controller));
    const scope = Reflect.getMetadata(scopeKey, handler) as unknown;
    const types = (Reflect.getMetadata('design:paramtypes', prototype, name) ?? []) as readonly unknown[];
    const isValidated = types.some((type) => typeof type === 'function' && knownFields(type as RequestClass).size > 0);
    const path = String(Reflect.getMetadata('path', controller));
    const own = String(Reflect.getMetadata('path', handler));
    const status = Reflect.getMetadata('__httpCode__', handler) as unknown;
    return [{ name: `${controller.name}.${name}`, method, access, throttle, scope, isValidated, path: `${path}/${own}`, status }];
  });
}

const infrastructure = { database: {} } as unknown as Infrastructure;
const routes = modulesOf(AppModule.of(infrastructure)).flatMap(({ controllers = [] }) => controllers.flatMap(routesOf));

function isPublic(access: unknown): boolean {
  return Array.isArray(access) && access[0] === 'public';
}

/** Names of the routes that do not say who may call them. */
function silent(found: readonly Route[]): string[] {
  return found.filter(({ access }) => !Array.isArray(access) || access.length === 0).map(({ name }) => name);
}

/** Names of the routes for callers with a key that do not say how often they may be called. */
function unlimited(found: readonly Route[]): string[] {
  return found.filter(({ access, throttle }) => !isPublic(access) && throttle === undefined).map(({ name }) => name);
}

@Access('api-key')
@Controller('endless')
class EndlessController {
  @Get()
  read(): string {
    return 'how often?';
  }
}

@Controller('silent')
class SilentController {
  @Get()
  read(): string {
    return 'to whom?';
  }
}

describe('every route', () => {
  it('is found', () => {
    expect(routes.length).toBeGreaterThan(25);
  });

  it('says who may call it', () => {
    expect(silent(routes)).toEqual([]);
  });

  it('that does not say it is noticed', () => {
    expect(silent(routesOf(SilentController))).toEqual(['SilentController.read']);
  });

  it('that needs a key says how often it may be called', () => {
    expect(unlimited(routes)).toEqual([]);
    expect(unlimited(routesOf(EndlessController))).toEqual(['EndlessController.read']);
  });

  it('whose workspace a guard checks has no query or body to validate, and names the workspace in its path', () => {
    const scoped = routes.filter(({ scope }) => scope !== undefined);
    expect(scoped.map(({ name }) => name)).toContain('WorkspacesController.get');
    expect(scoped.filter(({ isValidated, path }) => isValidated || !path.startsWith('api/v1/workspaces/:id'))).toEqual([]);
  });

  it('that creates answers 200, which Nest has to be told; importing a workflow alone answers 201', () => {
    const created = routes.filter(({ method, status }) => method === RequestMethod.POST && (status ?? 201) === 201);
    expect(created.map(({ name }) => name)).toEqual(['WorkflowDocumentsController.import']);
  });
});
