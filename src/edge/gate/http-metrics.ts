import type { Request, RequestHandler, Response } from 'express';
import { Counter, Histogram, type Registry } from 'prom-client';

const placeLabels = ['method', 'route'] as const;
const requestLabels = ['method', 'route', 'status'] as const;
const buckets = [0.0025, 0.01, 0.025, 0.1, 0.25, 1, 2.5, 10, 30];
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface Series {
  readonly requests: Counter.Internal;
  readonly durations: Histogram.Internal<(typeof placeLabels)[number]>;
}

/**
 * How many requests there were and how long they took, by the template of their route: never by address, which callers choose. A histogram
 * has many series for each combination of labels, so only the counter has the status.
 */
export class HttpMetrics {
  readonly #durations: Histogram<(typeof placeLabels)[number]>;
  readonly #requests: Counter<(typeof requestLabels)[number]>;
  readonly #series = new Map<string, Series>();

  constructor(registry: Registry) {
    const registers = [registry];
    const ofDurations = 'Time from the arrival of a request to the end of its answer, in seconds';
    const ofRequests = 'Requests that were answered, or whose caller disconnected';
    this.#durations = new Histogram({
      name: 'sluice_http_request_duration_seconds',
      help: ofDurations,
      labelNames: placeLabels,
      buckets,
      registers,
    });
    this.#requests = new Counter({ name: 'sluice_http_requests_total', help: ofRequests, labelNames: requestLabels, registers });
  }

  readonly handler: RequestHandler = (request, response, next) => {
    const startedAt = performance.now();
    response.on('close', () => {
      const { requests, durations } = this.#seriesOf(request, response);
      requests.inc();
      durations.observe((performance.now() - startedAt) / 1000);
    });
    next();
  };

  #seriesOf(request: Request, response: Response): Series {
    const method = knownMethods.has(request.method) ? request.method : 'other';
    const route = (request.route as { path?: string } | undefined)?.path ?? 'unmatched';
    // The caller disconnected before the answer was complete.
    const status = response.writableFinished ? String(response.statusCode) : 'aborted';
    const key = `${method} ${route} ${status}`;
    let series = this.#series.get(key);
    if (series === undefined) {
      series = { requests: this.#requests.labels(method, route, status), durations: this.#durations.labels(method, route) };
      this.#series.set(key, series);
    }
    return series;
  }
}
