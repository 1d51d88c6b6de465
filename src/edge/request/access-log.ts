import type { Request, Response } from 'express';
import type { Logger } from '#host/logging/logger.js';
import { stallWatch } from '#host/loop/stall-watch.js';
import type { Caller } from '#kernel/caller.js';

/**
 * One line for each request: `info` for refusals and failures, `debug` for the rest, so that a busy server writes little.
 * Queries are never logged, since callers put secrets into them, and paths only of requests without a route; the log has the template of the route.
 */
export function accessLog(logger: Logger): (request: Request, response: Response) => void {
  return (request, response) => {
    const startedAt = performance.now();
    const ended = stallWatch.request(() => `${request.method} ${routeOf(request) ?? 'unmatched'}`);
    response.on('close', () => {
      ended();
      const level = response.statusCode >= 400 ? 'info' : 'debug';
      if (logger.isLevelEnabled(level)) logger[level](line(request, response, performance.now() - startedAt), 'request');
    });
  };
}

function line(request: Request, response: Response, durationMs: number): Record<string, unknown> {
  return {
    channel: 'acc',
    method: request.method,
    route: routeOf(request),
    // Paths of routes are never logged. Without a route, only the path shows where a client is misdirected to.
    path: request.route === undefined && [404, 405].includes(response.statusCode) ? loggedPath(request.originalUrl) : undefined,
    status: response.statusCode,
    ms: Math.round(durationMs * 100) / 100,
    requestId: request.requestId,
    reason: request.refusal,
    ...callerFacts(request.caller),
    ...request.subject,
    // The caller disconnected before the answer was complete.
    aborted: response.writableFinished ? undefined : true,
  };
}

function routeOf(request: Request): string | undefined {
  return (request.route as { path?: string } | undefined)?.path;
}

const longestPath = 200;
/** Keys and tokens are longer, and so is the address of a webhook, which may be a UUID of another server. */
const longestSegment = 15;

/** The path without the query and without anything that is long enough to be a secret. */
function loggedPath(url: string): string {
  const [path = ''] = url.split('?', 1);
  const segments = path.split('/').map((segment) => (segment.length > longestSegment ? '…' : segment));
  return segments.join('/').slice(0, longestPath);
}

function callerFacts(caller: Caller | undefined): Record<string, unknown> {
  if (caller?.kind !== 'api-key') return {};
  const { keyId, workspaceId } = caller.credential;
  return { keyId, workspaceId: workspaceId ?? undefined };
}
