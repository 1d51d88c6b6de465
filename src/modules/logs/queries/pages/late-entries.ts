import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/caller.js';
import { DomainError, notFound } from '#kernel/errors.js';
import { RunStore } from '#modules/runs/index.js';

const retryAfterSeconds = 1;

/** Distinguishes a run whose entry is not written yet from a run that does not exist. */
@Injectable()
export class LateEntries {
  constructor(private readonly runs: RunStore) {}

  /** The error for a missing entry of the run `id` in a log that lags: *unavailable*, or *not-found* if the caller cannot read the run. */
  async refusal(caller: Caller, id: string, what: string): Promise<DomainError> {
    const isThere = await this.runs.locate(caller, id, 'read').then(
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
