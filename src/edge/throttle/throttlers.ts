import type { ExecutionContext } from '@nestjs/common';
import type { ThrottlerModuleOptions, ThrottlerOptions } from '@nestjs/throttler';
import { THROTTLER_LIMIT, THROTTLER_SKIP } from '@nestjs/throttler/dist/throttler.constants.js';
import type { Request } from 'express';
import { callerOf } from '#edge/request/caller.decorator.js';
import { isJsonObject } from '#kernel/json.js';
import type { BucketStorage } from './bucket-storage.js';
import type { BucketKind, StartKind, Throttling } from './throttling.js';
import { refillEveryMs } from './token-bucket.js';

/** What a route takes its token from. A start takes it from `sync` or `async`, and its body decides which. */
type RouteRule = 'api' | 'start' | 'none';

const rules = new WeakMap<object, RouteRule>();

/**
 * The rule of a route, by the decorators of Nest's throttler: `@Throttle({ api: {} })`, which is also the default;
 * `@Throttle({ sync: {}, async: {} })` for a start of a run; `@SkipThrottle({ api: true })` for no limit.
 */
function routeRule(context: ExecutionContext): RouteRule {
  const handler = context.getHandler();
  let rule = rules.get(handler);
  if (rule === undefined) {
    rule = ruleIn(handler) ?? ruleIn(context.getClass()) ?? 'api';
    rules.set(handler, rule);
  }
  return rule;
}

function ruleIn(target: object): RouteRule | undefined {
  if (Reflect.hasMetadata(`${THROTTLER_LIMIT}sync`, target)) return 'start';
  if (Reflect.hasMetadata(`${THROTTLER_LIMIT}api`, target)) return 'api';
  return Reflect.hasMetadata(`${THROTTLER_SKIP}api`, target) ? 'none' : undefined;
}

/** The mode that the body or a header of a start asks for. */
function startKind({ body, headers }: Pick<Request, 'headers'> & { readonly body?: unknown }): StartKind {
  return (isJsonObject(body) && body['async'] === true) || isWord(headers['x-execution-mode'], 'async') ? 'async' : 'sync';
}

/** Whether a header is a word, in any case. */
export function isWord(header: string | readonly string[] | undefined, word: string): boolean {
  return (typeof header === 'string' ? header : header?.[0])?.trim().toLowerCase() === word;
}

/** The bucket that a request takes a token from; undefined: none. */
export function bucketKindOf(context: ExecutionContext, request: Request): BucketKind | undefined {
  const rule = routeRule(context);
  if (rule === 'none') return undefined;
  return rule === 'api' ? 'api' : startKind(request);
}

export function bucketKey(account: string, kind: BucketKind): string {
  return `${account}:${kind}`;
}

/** Three throttlers for each account, with limits from its plan, over buckets that all processes share. */
export function throttlerOptions(throttling: Throttling, storage: BucketStorage): ThrottlerModuleOptions {
  return {
    storage,
    setHeaders: false,
    getTracker: (request, context) => {
      const asked = request as Request;
      return throttling.accountOf(callerOf(asked), bucketKindOf(context, asked) ?? 'api');
    },
    generateKey: (_context, account, kind) => bucketKey(account, kind as BucketKind),
    throttlers: (['api', 'sync', 'async'] as const).map((kind) => throttler(throttling, kind)),
  };
}

function throttler(throttling: Throttling, name: BucketKind): ThrottlerOptions {
  const requestOf = (context: ExecutionContext): Request => context.switchToHttp().getRequest<Request>();
  return {
    name,
    ttl: refillEveryMs,
    limit: (context) => throttling.rateOf(callerOf(requestOf(context)), name),
    skipIf: (context) => bucketKindOf(context, requestOf(context)) !== name,
  };
}
