import type { RequestHandler } from 'express';
import { fixedAnswer } from './error-answer.js';

/** Whoever looks after the process must get an answer above all when it is busy; those who only watch a run keep it from nothing. */
const uncounted = /^\/(health\/|metrics$)|\/executions\/[^/]+\/stream$/;

/**
 * Lets at most `most` requests in at the same time and answers the others with 503 at once: work that is taken on is finished in good
 * time, instead of all of it being finished too late.
 */
export function overloadGate(most: number): RequestHandler {
  const { status, body, retryAfterSeconds } = fixedAnswer(503);
  const text = JSON.stringify(body);
  let inside = 0;
  return (request, response, next) => {
    if (uncounted.test(request.path)) return next();
    if (inside < most) {
      inside += 1;
      response.once('close', () => (inside -= 1));
      return next();
    }
    request.refusal = 'overload';
    response.statusCode = status;
    response.setHeader('Retry-After', retryAfterSeconds ?? 1);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(text);
  };
}
