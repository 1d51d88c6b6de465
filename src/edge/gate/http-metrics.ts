import type { Request, RequestHandler, Response } from 'express';
import { Histogram, type Registry } from 'prom-client';

const labelNames = ['method', 'route', 'status'] as const;
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

type Child = Histogram.Internal<(typeof labelNames)[number]>;

/** How many requests there were and how long they took, by the template of their route: never by address, which callers choose. */
export class HttpMetrics {
  readonly #durations: Histogram<(typeof labelNames)[number]>;
  readonly #children = new Map<string, Child>();

  constructor(registry: Registry) {
    const help = 'Time from the arrival of a request to the end of its answer, in seconds';
    this.#durations = new Histogram({ name: 'sluice_http_request_duration_seconds', help, labelNames, buckets, registers: [registry] });
  }

  readonly handler: RequestHandler = (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => this.#child(request, response).observe((performance.now() - startedAt) / 1000));
    next();
  };

  #child(request: Request, response: Response): Child {
    const route = (request.route as { path?: string } | undefined)?.path ?? 'unmatched';
    // The caller disconnected before the answer was complete.
    const status = response.writableFinished ? String(response.statusCode) : 'aborted';
    const key = `${request.method} ${route} ${status}`;
    let child = this.#children.get(key);
    if (child === undefined) {
      child = this.#durations.labels(request.method, route, status);
      this.#children.set(key, child);
    }
    return child;
  }
}
