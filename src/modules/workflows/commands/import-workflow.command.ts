import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { DocumentProblem } from '../domain/document.js';
import type { WorkflowView } from '../queries/views.js';

export interface WorkflowImport {
  readonly workspaceId: string;
  /** An exported document in any of its envelopes, or its JSON text. */
  readonly workflow: unknown;
  /** Absent: the name in the document. */
  readonly name?: string;
  /** Absent: the description in the document. */
  readonly description?: string;
  readonly folderId: string | null;
}

export interface ImportedWorkflow {
  readonly workflow: WorkflowView;
  /** What keeps the draft from being deployed as it is. */
  readonly problems: readonly DocumentProblem[];
}

/** A new workflow with a document from elsewhere as its draft, under fresh ids. */
export class ImportWorkflow extends Command<ImportedWorkflow> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly request: WorkflowImport,
  ) {
    super();
  }
}
