import { DomainError } from '#kernel/errors.js';

/** This process cannot answer with the result of a run, because another process continues it. */
export class ContinuesElsewhere extends DomainError {
  /** `executionId` is the id that the caller knows. */
  constructor(readonly executionId: string) {
    const message = `Another process continues execution ${executionId}. Query the execution for its result, or repeat the request with the same Idempotency-Key.`;
    super('unavailable', 'UNAVAILABLE', message, { retryAfterSeconds: 1 });
  }
}
