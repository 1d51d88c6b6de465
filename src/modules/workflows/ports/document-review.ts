import type { Findings, WorkflowDocument } from '#document/document.js';

/** Reviews documents as workflows of a workspace: their references, code, secrets and ids. The module of runs implements it. */
export abstract class DocumentReview {
  /** The findings about the fields of a well-formed document. It does not check permissions. */
  abstract review(document: WorkflowDocument, workspaceId: string): Promise<Findings>;
}
