import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { CallerKind, Permission } from '#kernel/caller.js';

/** The kinds of callers that may come with a request: the server never calls its own routes. */
export type RequestCallerKind = Exclude<CallerKind, 'system'>;

/** `public`: the route needs no caller. Otherwise the kinds of callers that may call it; its handler then checks their permissions. */
export type AccessRule = readonly ['public'] | readonly [RequestCallerKind, ...RequestCallerKind[]];

export const accessKey = 'sluice:access';

/** Who may call a route. Every route needs this decorator: a route without it refuses every request. */
export const Access = (...rule: AccessRule): CustomDecorator => SetMetadata(accessKey, rule);

export const scopeKey = 'sluice:scope';

/**
 * The permission that a route needs in the workspace that its path names as `:id`. For routes without a query or a body to validate; other
 * handlers decide access themselves, after validation.
 */
export const Scope = (needed: Permission): MethodDecorator => SetMetadata(scopeKey, needed);
