import { Injectable } from '@nestjs/common';
import { FollowRun } from '../../watch/follow-run.js';
import { executionAnswer, type HttpAnswer } from './execution.response.js';

/** Answers to callers that wait for a run which a worker drives. */
@Injectable()
export class AwaitedRun {
  constructor(private readonly follower: FollowRun) {}

  /**
   * The answer of the run at its end or first pause; undefined if that does not come within this time, or the run will not start. Holds no
   * database connection meanwhile.
   */
  async within(executionId: string, ms: number): Promise<HttpAnswer | undefined> {
    const late = new AbortController();
    const waited = new Promise<undefined>((resolve) => late.signal.addEventListener('abort', () => resolve(undefined)));
    const timer = setTimeout(() => late.abort(), ms);
    const ended = this.follower.nextRest(executionId, 0, late.signal).then(
      (state) => (state === undefined ? undefined : executionAnswer(executionId, state)),
      // The process stops: the run continues elsewhere. Or it was late.
      () => undefined,
    );
    try {
      return await Promise.race([ended, waited]);
    } finally {
      clearTimeout(timer);
      // The follower must not outlive its caller.
      late.abort();
    }
  }
}
