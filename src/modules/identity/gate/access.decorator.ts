import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { Request } from 'express';
import type { CallerKind, Permission } from '#kernel/caller.js';

/** The kinds of callers that may come with a request: the server never calls its own routes. */
export type RequestCallerKind = Exclude<CallerKind, 'system'>;

/** `public`: the route needs no caller. Otherwise the kinds of callers that may call it; its handler then checks their permissions. */
export type AccessRule = readonly ['public'] | readonly [RequestCallerKind, ...RequestCallerKind[]];

export const accessKey = 'sluice:access';

/** Who may call a route. Every route needs this decorator: a route without it refuses every request. */
export const Access = (...rule: AccessRule): CustomDecorator => SetMetadata(accessKey, rule);

/** Identifies the caller of a route that takes other credentials than the header X-API-Key, or sometimes none. */
export abstract class RouteDoor {
  /** Sets `request.caller`. @throws DomainError for a request that may not enter */
  abstract enter(request: Request): Promise<void>;
}

export type DoorType = abstract new (...dependencies: never[]) => RouteDoor;

export const doorKey = 'sluice:door';

/** The route identifies its callers by this door, before its body is read. It must be public otherwise. */
export const EnteredBy = (door: DoorType): ClassDecorator => SetMetadata(doorKey, door);

export const scopeKey = 'sluice:scope';

/**
 * The permission that a route needs in the workspace that its path names as `:id`. For routes without a query or a body to validate; other
 * handlers decide access themselves, after validation.
 */
export const Scope = (needed: Permission): MethodDecorator => SetMetadata(scopeKey, needed);

export const recentKey = 'sluice:recent-sign-in';

/** For dangerous actions: a session must have signed in or confirmed within ten minutes. It does not concern API keys. */
export const RecentSignIn = (): MethodDecorator => SetMetadata(recentKey, true);
