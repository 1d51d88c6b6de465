import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Logger } from '#host/logging/logger.js';
import { AdaptiveLimit, windowMs } from './adaptive-limit.js';
import { fixedAnswer } from '#edge/answer/error-answer.js';
import type { StandingQueue } from './standing-queue.js';
import { requestIdOf, securityHeaders } from '#edge/request/request-context.js';

/** Paths that are never refused: monitoring needs an answer most when the process is busy, and watching a run costs little. */
const uncounted = /^\/(?:health\/|metrics(?:\?|$))|\/executions\/[^/?]+\/stream(?:\?|$)/;
const tellEveryMs = 1000;

interface OverloadGateOptions {
  /** Maximum number of requests in progress. */
  readonly most: number;
  /** Queues inside the process. The process is overloaded while one of them is a standing queue (CoDel). */
  readonly queues: readonly StandingQueue[];
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Runs before all other handling of a request. A request beyond the capacity is answered with 503 at once and as cheaply as possible: at five
 * times the capacity there are four refusals for each request that is served. The connection stays open.
 */
export class OverloadGate {
  readonly #limit: AdaptiveLimit;
  readonly #text: string;
  readonly #headers: readonly string[];
  #refused = 0;
  #told = 0;

  constructor(private readonly options: OverloadGateOptions) {
    this.#limit = new AdaptiveLimit(options.most);
    const { body, retryAfterSeconds } = fixedAnswer(503);
    this.#text = JSON.stringify(body);
    const own = ['Retry-After', String(retryAfterSeconds), 'Content-Type', 'application/json; charset=utf-8'];
    this.#headers = [...own, 'Content-Length', String(Buffer.byteLength(this.#text)), ...[...securityHeaders].flat()];
  }

  /** The current limit of requests in progress. */
  get limit(): number {
    return this.#limit.limit;
  }

  /** Requests that were refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** Replaces the request listeners of a server by one that checks the limit first. */
  guard(server: Server): void {
    const listeners = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      if (this.#admits(request, response)) for (const listener of listeners) listener.call(server, request, response);
    });
    const judge = setInterval(() => this.#judge(), windowMs).unref();
    const tell = setInterval(() => this.#tell(), tellEveryMs).unref();
    server.once('close', () => {
      clearInterval(judge);
      clearInterval(tell);
    });
  }

  #judge(): void {
    const standing = this.options.queues.filter((queue) => queue.stands());
    this.#limit.judge(standing.length > 0);
  }

  #admits({ url = '', headers }: IncomingMessage, response: ServerResponse): boolean {
    if (uncounted.test(url)) return true;
    const ticket = this.#limit.enter();
    if (ticket === undefined) {
      this.#refused += 1;
      response.writeHead(503, [...this.#headers, 'X-Request-Id', requestIdOf(headers)]).end(this.#text, 'latin1');
      return false;
    }
    response.once('close', () => this.#limit.leave(ticket));
    return true;
  }

  /** Writes one line for many refusals: a line for each would cost more than the refusal. */
  #tell(): void {
    const refused = this.#refused - this.#told;
    if (refused === 0) return;
    this.#told = this.#refused;
    this.options.logger.warn({ channel: 'acc', event: 'overload', status: 503, refused, limit: this.limit }, 'requests refused');
  }
}
