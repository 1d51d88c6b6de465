import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { WorkflowDocument } from '../domain/document.js';

/** The draft of a workflow. */
export class GetWorkflowState extends Query<WorkflowDocument> {
  constructor(
    readonly caller: Caller,
    readonly workflowId: string,
  ) {
    super();
  }
}
