import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from '#host/logging/logger.js';
import { stallWatch } from '#host/loop/stall-watch.js';
import type { Caller } from '#kernel/caller.js';

/**
 * One line for each request: `info` for refusals and failures, `debug` for the rest, so that a busy server writes little.
 * Paths and queries are never logged, since callers put secrets into them; the log has the template of the route.
 */
export function accessLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const ended = stallWatch.request(() => `${request.method} ${routeOf(request) ?? 'unmatched'}`);
    response.once('close', () => {
      ended();
      const level = response.statusCode >= 400 ? 'info' : 'debug';
      if (logger.isLevelEnabled(level)) logger[level](line(request, response, performance.now() - startedAt), 'request');
    });
    next();
  };
}

function line(request: Request, response: Response, durationMs: number): Record<string, unknown> {
  return {
    channel: 'acc',
    method: request.method,
    route: routeOf(request),
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

function callerFacts(caller: Caller | undefined): Record<string, unknown> {
  if (caller?.kind !== 'api-key') return {};
  const { keyId, workspaceId } = caller.credential;
  return { keyId, workspaceId: workspaceId ?? undefined };
}
