import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { DocumentProblem } from '../domain/document.js';

/** What stands between a draft and its deployment. */
export interface ValidationReport {
  /** Whether it can be deployed. */
  readonly valid: boolean;
  readonly problems: readonly DocumentProblem[];
}

/** Replaces the draft. It may be saved with problems, as long as it can be read. */
export class SaveDraft extends Command<ValidationReport> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workflowId: string,
    readonly state: unknown,
  ) {
    super();
  }
}
