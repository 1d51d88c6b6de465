import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { ExportedDocument } from '../domain/export-document.js';

/** The draft as a file that may be passed on, without secrets. */
export class ExportWorkflow extends Query<ExportedDocument> {
  constructor(
    readonly caller: Caller,
    readonly workflowId: string,
  ) {
    super();
  }
}
