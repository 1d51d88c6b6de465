import { Injectable } from '@nestjs/common';
import { DomainError, notFound } from '#kernel/errors.js';
import { RunStore, type LocatedRun } from '#modules/runs/index.js';

const retryAfterSeconds = 1;

/** Distinguishes a run whose entry is not written yet from a run that does not exist. */
@Injectable()
export class LateEntries {
  constructor(private readonly runs: RunStore) {}

  /** The error for a missing entry of a run in a log that lags: *unavailable*, or *not-found* if the caller cannot read the run. */
  async refusal(run: LocatedRun, what: string): Promise<DomainError> {
    const isThere = await this.runs.locate(run, 'read').then(
      () => true,
      (error: unknown) => {
        if (error instanceof DomainError) return false;
        throw error;
      },
    );
    if (!isThere) return notFound(what);
    return new DomainError('unavailable', 'UNAVAILABLE', 'The log has not caught up with this run yet. Please retry shortly.', {
      retryAfterSeconds,
    });
  }
}
