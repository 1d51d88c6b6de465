import { Injectable } from '@nestjs/common';
import { FollowRun } from '../../watch/follow-run.js';
import { executionAnswer, type HttpAnswer } from './execution.response.js';

/** Answers to callers that wait for a run which a worker drives. */
@Injectable()
export class AwaitedRun {
  constructor(private readonly follower: FollowRun) {}

  /** The answer of the run at its end or first pause; undefined if that does not come within this time. Holds no database connection meanwhile. */
  async within(executionId: string, ms: number): Promise<HttpAnswer | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), ms);
    });
    const ended = this.follower.nextRest(executionId, 0).then(
      (state) => executionAnswer(executionId, state),
      // The process stops: the run continues elsewhere.
      () => undefined,
    );
    try {
      return await Promise.race([ended, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
