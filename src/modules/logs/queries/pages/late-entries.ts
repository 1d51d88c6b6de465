import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/caller.js';
import { DomainError, notFound } from '#kernel/errors.js';
import { RunStore } from '#modules/runs/index.js';

const retryAfterSeconds = 1;

/** Tells a run whose entry is still to be written from one that is not there. */
@Injectable()
export class LateEntries {
  constructor(private readonly runs: RunStore) {}

  /** Why there is no entry for the run `id` in a log that has not caught up: *unavailable*, or *not-found* where the caller may not know more. */
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
