import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { Diagnosis } from './diagnosis.js';

/** @throws DomainError not-found, the same for an absent and a foreign run */
export class DiagnoseExecution extends Query<{ readonly workspaceId: string; readonly diagnosis: Diagnosis }> {
  constructor(
    readonly caller: Caller,
    /** Ours, or the one that the caller chose. */
    readonly executionId: string,
  ) {
    super();
  }
}
