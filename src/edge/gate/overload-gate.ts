import { wantsEvents } from '#edge/arrival/wants-events.js';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Request } from 'express';
import type { Logger } from '#host/logging/logger.js';
import { AdaptiveLimit, windowMs } from './adaptive-limit.js';
import { AddressPlaces } from '#edge/arrival/address-places.js';
import { ArrivingBodies } from '#edge/arrival/arriving-bodies.js';
import { Place, type Premises } from './place.js';
import { endEarly } from '#edge/answer/early-answer.js';
import { fixedAnswer } from '#edge/answer/error-answer.js';
import type { StandingQueue } from './standing-queue.js';
import { requestIdOf, securityHeaders } from '#edge/request/request-context.js';

/**
 * These paths are never refused: operators need health and metrics above all when the process is busy, and a stream of a run costs little.
 * Requests for the API reference wait for their turn, and take no place meanwhile. Files of the console are in memory.
 */
const uncounted =
  /^\/(?:(?:assets|health)\/|(?:metrics|docs(?:\/[^?]*)?|openapi\.json|api\/workflows\/[^/?]+\/executions\/[^/?]+\/stream)(?:\?|$))/;
/** Streams of the log, at addresses that also answer with pages. */
const followed = /^\/api\/v1\/logs\/(?:changes|executions\/[^/?]+\/events)(?:\?|$)/;
const everySecondMs = 1000;

interface BodyLimits {
  /** How long a body may take that is read as a whole, in ms. */
  readonly timeoutMs: number;
  /** In bytes a second. Also for bodies that are processed as they arrive. */
  readonly leastRate: number;
}

interface OverloadGateOptions {
  /** Requests that the process works on at the same time, at most. */
  readonly most: number;
  /** How many of them may be requests without a caller, at most, in all and from one client address. */
  readonly anonymous: { readonly most: number; readonly mostOfAddress: number };
  readonly bodies: BodyLimits;
  /** The queues that requests wait in inside the process. The process is behind when one of them is a standing queue. */
  readonly queues: readonly StandingQueue[];
  /** Is called at the end of each window, after the queues were asked, with the number of requests in progress. */
  readonly onWindow?: (requests: number) => void;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Runs before everything else that a server does with a request. Requests beyond the capacity are answered with 503 at once and as cheaply as
 * the server allows: at five times the capacity, four requests are refused for each one that is served. Their connections stay open.
 * A request has no place while its body arrives, so slow bodies take no place from others.
 */
export class OverloadGate {
  readonly #limit: AdaptiveLimit;
  readonly #premises: Premises;
  readonly #text: string;
  readonly #headers: readonly string[];
  #refused = 0;
  #told = 0;

  constructor(private readonly options: OverloadGateOptions) {
    this.#limit = new AdaptiveLimit(options.most);
    const onRefused = (): void => void (this.#refused += 1);
    this.#premises = premisesOf(options, { limit: this.#limit, onRefused, refuse: (...exchange) => this.#refuse(...exchange) });
    const { body, retryAfterSeconds } = fixedAnswer(503);
    this.#text = JSON.stringify(body);
    const own = ['Retry-After', String(retryAfterSeconds), 'Content-Type', 'application/json; charset=utf-8'];
    this.#headers = [...own, 'Content-Length', String(Buffer.byteLength(this.#text)), ...[...securityHeaders].flat()];
  }

  /** How many requests the process may work on at the same time just now. */
  get limit(): number {
    return this.#limit.limit;
  }

  /** How many requests the process works on, those that wait for a run included. */
  get inProgress(): number {
    return this.#limit.inside;
  }

  /** How many requests are waiting for the rest of their bodies. */
  get arriving(): number {
    const { anonymous, known } = this.#premises.bodies;
    return anonymous.count + known.count;
  }

  /** How many requests were refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** *full*: there has been no room for 5 s. *stuck*: and no request has ended in that time. */
  get standing(): 'open' | 'full' | 'stuck' {
    return this.#limit.standing;
  }

  /** Registers before the other listeners for the requests of a server. */
  guard(server: Server): void {
    const listeners = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      if (this.#admits(request, response)) for (const listener of listeners) listener.call(server, request, response);
    });
    const judge = setInterval(() => this.#judge(), windowMs).unref();
    const everySecond = setInterval(() => this.#everySecond(), everySecondMs).unref();
    server.once('close', () => {
      clearInterval(judge);
      clearInterval(everySecond);
    });
  }

  #judge(): void {
    const standing = this.options.queues.filter((queue) => queue.stands());
    this.#limit.judge(standing.length > 0);
    this.options.onWindow?.(this.#limit.inside);
  }

  #everySecond(): void {
    const { anonymous, known } = this.#premises.bodies;
    for (const bodies of [anonymous, known]) bodies.check(everySecondMs);
    this.#tell();
  }

  #admits(request: IncomingMessage, response: ServerResponse): boolean {
    if (isUncounted(request)) return true;
    const ticket = this.#limit.enter();
    if (ticket === undefined) {
      this.#refuse(request, response);
      return false;
    }
    const gated = request as Request;
    gated.place = new Place(this.#premises, gated, response, ticket);
    return true;
  }

  #refuse(request: IncomingMessage, response: ServerResponse): void {
    this.#refused += 1;
    response.writeHead(503, [...this.#headers, 'X-Request-Id', requestIdOf(request.headers)]);
    if (response.shouldKeepAlive) response.end(this.#text, 'latin1');
    else endEarly(request, response, this.#text);
  }

  /** A line for each refusal would cost more than the refusal. */
  #tell(): void {
    const refused = this.#refused - this.#told;
    if (refused === 0) return;
    this.#told = this.#refused;
    this.options.logger.warn({ channel: 'acc', event: 'overload', status: 503, refused, limit: this.limit }, 'requests refused');
  }
}

/** A request with a body is always counted: reading it costs memory. */
function isUncounted({ method, url = '', headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (hasBody || (method !== 'GET' && method !== 'HEAD')) return false;
  return uncounted.test(url) || (wantsEvents(headers) && followed.test(url));
}

/** A caller may use half of the places for bodies that arrive, so that its bodies displace each other first. */
function premisesOf({ most, anonymous, bodies }: OverloadGateOptions, own: Pick<Premises, 'limit' | 'onRefused' | 'refuse'>): Premises {
  const { timeoutMs: bodyTimeoutMs, leastRate } = bodies;
  return {
    ...own,
    anonymous: new AddressPlaces(anonymous),
    bodies: {
      anonymous: new ArrivingBodies({ most: anonymous.most, mostOfGroup: anonymous.mostOfAddress, leastRate }),
      known: new ArrivingBodies({ most, mostOfGroup: Math.ceil(most / 2), leastRate }),
    },
    bodyTimeoutMs,
  };
}
