import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { SecurityLog, type SecurityEvent } from '#host/logging/security-log.js';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { DomainError, forbidden } from '#kernel/errors.js';
import type { PresentedKey } from '#host/secrets/key-digest.js';
import { areaOf } from '../domain/keys/key-scope.js';
import type { AdmittedKey, KeyRefusal, KeyVerdict } from './keys/key-verdict.js';
import { KeyUses } from '../store/key-uses.js';
import { accessKey, doorKey, recentKey, type AccessRule, type DoorType } from './access.decorator.js';
import { fromAnywhere } from './addresses/address-ranges.js';
import { CallerCache } from './keys/caller-cache.js';
import { FailedKeys } from './keys/failed-keys.js';
import { RouteDoors } from './route-doors.js';
import { SessionGate } from './sessions/session-gate.js';
import { PresentedKeys } from './keys/presented-keys.js';

/**
 * Finds out who calls: by `X-API-Key`, or else by the cookie of a session, except on routes that have a door. A request with both is that of the key: a program
 * whose key fails must not succeed by a cookie. Every bad key gets the same answer, whatever is wrong with it. A key on a route for people is refused by
 * `ScopeGuard`, after its rate and the form of the request.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly keys: PresentedKeys,
    private readonly callers: CallerCache,
    private readonly sessions: SessionGate,
    private readonly failures: FailedKeys,
    private readonly uses: KeyUses,
    private readonly clock: Clock,
    private readonly security: SecurityLog,
    private readonly doors: RouteDoors,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const rule = ruleOf(context);
    if (rule === undefined) throw forbidden();
    if (rule.door !== undefined) return this.#enter(rule.door, context);
    if (rule.isPublic) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const key = request.headers['x-api-key'];
    const session = key === undefined && rule.kinds.has('session') ? this.sessions.tokenOf(request) : undefined;
    if (session !== undefined) return this.sessions.admit(request, session, rule.needsRecent);
    return this.#identify(request, key);
  }

  /** The same for a key that comes with a form of a public route. @throws DomainError unauthenticated, limited */
  async admit(request: Request, key: string): Promise<Caller | undefined> {
    await this.#identify(request, key);
    return request.caller;
  }

  /** The same for a session whose cookie comes with a request of a public route; undefined: none. @throws DomainError unauthenticated, forbidden */
  async admitSession(request: Request): Promise<Caller | undefined> {
    const token = this.sessions.tokenOf(request);
    if (token === undefined) return undefined;
    await this.sessions.admit(request, token, false);
    return request.caller;
  }

  /** Who calls with the credential of an admitted request by now, without counting as a use of it; undefined: it admits no longer. */
  async present(request: Request): Promise<Caller | undefined> {
    const key = request.headers['x-api-key'];
    if (key === undefined) {
      const token = this.sessions.tokenOf(request);
      return token === undefined ? undefined : this.sessions.present(token);
    }
    const read = typeof key === 'string' ? this.keys.read(key) : undefined;
    const verdict = read === undefined ? undefined : await this.callers.find(read);
    if (verdict === undefined || 'refusal' in verdict || verdict.expiresAtMs <= this.clock.now().getTime()) return undefined;
    return verdict.admitsFrom(request.ip ?? '') ? callerOn(request, verdict) : undefined;
  }

  async #enter(door: DoorType, context: ExecutionContext): Promise<boolean> {
    await this.doors.get(door).enter(context.switchToHttp().getRequest<Request>());
    return true;
  }

  #identify(request: Request, presented: unknown): boolean | Promise<boolean> {
    const key = this.#read(request, presented);
    const known = this.callers.recall(key.digest);
    if (known !== undefined) return this.#admit(request, key.digest, known);
    return this.callers.find(key).then((verdict) => this.#admit(request, key.digest, verdict));
  }

  #read(request: Request, key: unknown): PresentedKey {
    if (key === undefined || key === '') {
      this.security.count('auth.missing');
      const isElsewhere = request.headers.authorization !== undefined;
      throw refuse(
        request,
        'missing',
        isElsewhere ? 'API key required: send it in the header X-API-Key, not in Authorization' : 'API key required',
      );
    }
    // Of a header that comes twice the server makes one with a comma, which no key holds.
    const read = typeof key === 'string' ? this.keys.read(key) : undefined;
    if (read === undefined) throw this.#refuseMalformed(request);
    return read;
  }

  #admit(request: Request, digest: string, verdict: KeyVerdict): true {
    if ('refusal' in verdict) throw this.#refuseKnownForm(request, verdict.refusal, verdict.keyId ?? digest.slice(0, 8));
    const nowMs = this.clock.now().getTime();
    const { keyId } = verdict.caller.credential;
    if (verdict.expiresAtMs <= nowMs) throw this.#refuseKnownForm(request, 'expired', keyId);
    // To find out the address costs more than the rest of this check.
    if (verdict.admitsFrom !== fromAnywhere && !verdict.admitsFrom(request.ip ?? ''))
      throw this.#refuseKnownForm(request, 'address', keyId);
    this.uses.note(keyId, nowMs);
    request.caller = callerOn(request, verdict);
    return true;
  }

  #refuseMalformed(request: Request): DomainError {
    const isTwice = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'x-api-key').length > 1;
    if (isTwice) this.security.note('auth.duplicate_header', { address: request.ip, requestId: request.requestId });
    else this.security.count('auth.malformed');
    return refuse(request, 'malformed');
  }

  /** `keyRef` is the id of a key, or of an unknown one the beginning of its digest. */
  #refuseKnownForm(request: Request, reason: Reason, keyRef: string): DomainError {
    const tooMany = this.failures.record(request.ip ?? '');
    const event = tooMany === undefined ? eventOf[reason] : 'auth.bruteforce';
    this.security.note(event, { keyRef, address: request.ip, requestId: request.requestId });
    if (tooMany === undefined) return refuse(request, reason);
    request.refusal = 'guessing';
    const { allowed, resetAt, retryAfterSeconds } = tooMany;
    const limit = `at most ${allowed} a minute from one address`;
    const message = `Too many invalid API keys: ${limit}. The count restarts at ${resetAt.toISOString()}; please try again in ${retryAfterSeconds} s.`;
    return new DomainError('limited', 'RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
  }
}

type Reason = KeyRefusal | 'expired' | 'address';

const eventOf: Readonly<Record<Reason, SecurityEvent>> = {
  unknown: 'auth.unknown',
  revoked: 'auth.revoked_key_used',
  suspended: 'auth.suspended_user',
  'workspace-deleted': 'auth.deleted_workspace',
  expired: 'auth.expired',
  address: 'auth.foreign_address',
};

/** Most keys are the same caller everywhere. */
function callerOn({ method, route }: Request, { caller, inAreas }: AdmittedKey): Caller {
  if (inAreas.size === 0) return caller;
  const area = areaOf(method, (route as { readonly path: string }).path);
  return (area === undefined ? undefined : inAreas.get(area)) ?? caller;
}

interface RouteRule {
  readonly isPublic: boolean;
  readonly door: DoorType | undefined;
  readonly kinds: ReadonlySet<string>;
  readonly needsRecent: boolean;
}

const rules = new WeakMap<object, { readonly rule: RouteRule | undefined }>();

/** Reads the metadata of a route once. */
function ruleOf(context: ExecutionContext): RouteRule | undefined {
  let known = rules.get(context.getHandler());
  if (known === undefined) {
    known = { rule: declaredRule(context) };
    rules.set(context.getHandler(), known);
  }
  return known.rule;
}

function declaredRule(context: ExecutionContext): RouteRule | undefined {
  const declared = (Reflect.getMetadata(accessKey, context.getHandler()) ?? Reflect.getMetadata(accessKey, context.getClass())) as
    | AccessRule
    | undefined;
  if (declared === undefined) return undefined;
  const door = Reflect.getMetadata(doorKey, context.getClass()) as DoorType | undefined;
  const needsRecent = Reflect.getMetadata(recentKey, context.getHandler()) === true;
  return { isPublic: declared[0] === 'public', door, kinds: new Set<string>(declared), needsRecent };
}

function refuse(request: Request, reason: string, message = 'Invalid API key'): DomainError {
  request.refusal = reason;
  return new DomainError('unauthenticated', 'UNAUTHORIZED', message);
}
