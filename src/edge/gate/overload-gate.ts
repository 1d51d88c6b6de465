import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Logger } from '#host/logging/logger.js';
import { AdaptiveLimit, windowMs } from './adaptive-limit.js';
import { fixedAnswer } from '#edge/answer/error-answer.js';
import type { StandingQueue } from './standing-queue.js';
import { requestIdOf, securityHeaders } from '#edge/request/request-context.js';

/** These paths are never refused: operators need health and metrics above all when the process is busy, and a stream of a run costs little. */
const uncounted = /^\/(?:health\/|metrics(?:\?|$))|\/executions\/[^/?]+\/stream(?:\?|$)/;
const tellEveryMs = 1000;

interface OverloadGateOptions {
  /** Requests that the process works on at the same time, at most. */
  readonly most: number;
  /** The queues that requests wait in inside the process. The process is behind when one of them is a standing queue. */
  readonly queues: readonly StandingQueue[];
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Runs before everything else that a server does with a request. Requests beyond the capacity are answered with 503 at once and as cheaply as
 * the server allows: at five times the capacity, four requests are refused for each one that is served. Their connections stay open.
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

  /** How many requests the process may work on at the same time just now. */
  get limit(): number {
    return this.#limit.limit;
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

  /** A line for each refusal would cost more than the refusal. */
  #tell(): void {
    const refused = this.#refused - this.#told;
    if (refused === 0) return;
    this.#told = this.#refused;
    this.options.logger.warn({ channel: 'acc', event: 'overload', status: 503, refused, limit: this.limit }, 'requests refused');
  }
}
