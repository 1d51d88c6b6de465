import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { DeclaredInput } from '../domain/declared-inputs.js';
import type { Variable } from '../domain/document.js';
import type { WorkflowView } from './views.js';

export interface WorkflowDetailView extends WorkflowView {
  readonly variables: Readonly<Record<string, Variable>>;
  /** What its start block says that it takes. */
  readonly inputs: readonly DeclaredInput[];
}

/** One workflow, and what its draft tells about calling it. */
export class GetWorkflow extends Query<WorkflowDetailView> {
  constructor(
    readonly caller: Caller,
    readonly workflowId: string,
  ) {
    super();
  }
}
