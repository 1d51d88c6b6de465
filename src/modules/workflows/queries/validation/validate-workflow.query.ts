import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { parseDocument } from '#document/parse/parse-document.js';
import { DocumentCheck, withWarnings, type ValidationReport } from './document-check.js';
import { WorkflowViews } from '../workflow-views.js';

/** The draft of a workflow, or a document that replaces it; or a document that would become a new workflow of a workspace. */
export type Validated =
  | { readonly workflowId: string; readonly state?: object }
  | { readonly workspaceId: string; readonly workflow: unknown };

/** Validates a draft or a document without changing anything. */
export class ValidateWorkflow extends Query<ValidationReport> {
  constructor(
    readonly caller: Caller,
    readonly validated: Validated,
  ) {
    super();
  }
}

@QueryHandler(ValidateWorkflow)
export class ValidateWorkflowHandler implements IQueryHandler<ValidateWorkflow> {
  constructor(
    private readonly views: WorkflowViews,
    private readonly check: DocumentCheck,
  ) {}

  /** It needs write access: its answer says which secrets and ids exist. */
  async execute({ caller, validated }: ValidateWorkflow): Promise<ValidationReport> {
    if ('workspaceId' in validated) {
      requireWorkspace(caller, validated.workspaceId, 'write');
      return this.#report(validated.workflow, validated.workspaceId);
    }
    const { workflowId, state } = validated;
    const { workspaceId } = await this.views.reached(caller, workflowId, 'write');
    return state === undefined ? this.check.report(await this.views.draft(workflowId), workspaceId) : this.#report({ state }, workspaceId);
  }

  async #report(raw: unknown, workspaceId: string): Promise<ValidationReport> {
    const { document, dropped = [], problems: faults = [] } = parseDocument(raw);
    if (document !== undefined) return withWarnings(dropped, await this.check.report(document, workspaceId));
    return { valid: false, problems: faults.map(({ path: _, ...problem }) => problem), warnings: [] };
  }
}
