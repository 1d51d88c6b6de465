import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import type { Caller } from '#kernel/caller.js';
import type { GatePlace } from './gate-place.js';

declare global {
  namespace Express {
    interface Request {
      /** The caller's `X-Request-Id`, or a generated id. */
      requestId: string;
      /** Set by the guard of API keys; absent on public routes. */
      caller?: Caller;
      /** The place of the request in the overload gate. Absent when the gate does not count it. */
      place?: GatePlace;
      /** Gives back the token that the request took. Absent when it took none. */
      giveBackToken?: () => void;
      /** Takes the token of a start whose body cannot be read. Rejects with the refusal when there is none. Absent on other routes. */
      takeTokenUnread?: () => Promise<void>;
      /** For the access log: why the request was refused, in one word. */
      refusal?: string;
      /** The objects that the request concerns: for the access log, and for streams, which end when their reader loses the workspace. */
      subject?: { readonly workspaceId?: string; readonly executionId?: string };
    }
  }
}

const acceptableId = /^[A-Za-z0-9._-]{1,128}$/;

/** The headers of every answer. */
export const securityHeaders = new Map([
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Cache-Control', 'no-store'],
]);

/** The id that the caller gave the request, or a generated id. */
export function requestIdOf({ 'x-request-id': given }: IncomingHttpHeaders): string {
  return typeof given === 'string' && acceptableId.test(given) ? given : randomUUID();
}

/** Gives the request its id and the answer the headers that every answer has. */
export function giveContext(request: Request, response: Response): void {
  request.requestId = requestIdOf(request.headers);
  response.setHeader('X-Request-Id', request.requestId);
  response.setHeaders(securityHeaders);
}
