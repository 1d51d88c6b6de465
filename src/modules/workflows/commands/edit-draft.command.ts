import { isDeepStrictEqual } from 'node:util';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { conflict, invalid, invalidField, type DomainError } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { applyEdit } from '../domain/edits/apply-edit.js';
import { foldOperations, type Applied } from '../domain/edits/apply-operations.js';
import { draftChanged, requireUntouched } from '../domain/edits/conflicts.js';
import type { DraftChange } from '../domain/edits/history/draft-change.js';
import { jsonBytes } from '../domain/edits/json-bytes.js';
import type { DraftOperation } from '../domain/edits/operation.js';
import { readOperations } from '../domain/edits/read-operations.js';
import type { WorkflowCommand } from '../domain/workflow.decider.js';
import type { ExistingWorkflow } from '../domain/workflow.state.js';
import { DocumentCheck, withWarnings, type ValidationReport } from '../queries/validation/document-check.js';
import { DraftChanges } from '../store/draft-changes.js';
import { Drafts, mostEditBytes, snapshotEvery } from '../store/drafts.js';
import { Workflows } from '../store/workflows.js';

/** A client that is further behind reads the whole draft again. */
const mostBehind = 500;

/** An edit of a draft as a client sends it. */
export interface EditRequest {
  /** Chosen by the client: an edit that was recorded is not applied again. */
  readonly editId: string;
  /** The revision of the draft that the client changed. */
  readonly base: number;
  readonly label: string | null;
  readonly ops: readonly unknown[];
}

export interface EditedDraft extends ValidationReport {
  /** The revision that contains the edit. */
  readonly revision: number;
  /** What others have changed since the base, which the client applies before its edit. */
  readonly others: readonly DraftChange[];
  /** The operations that take the edit back. */
  readonly undo: readonly DraftOperation[];
}

/** Changes parts of a draft, unless the same parts have been changed since its base. */
export class EditDraft extends Command<EditedDraft> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workflowId: string,
    readonly edit: EditRequest,
  ) {
    super();
  }
}

interface Edit extends EditRequest {
  readonly workflowId: string;
  readonly operations: readonly DraftOperation[];
}

interface Decided {
  readonly others: readonly DraftChange[];
  readonly applied: Applied;
  /** Undefined for an edit that was recorded before, which has its revision. */
  readonly command?: WorkflowCommand;
  readonly revision?: number;
}

@CommandHandler(EditDraft)
export class EditDraftHandler implements ICommandHandler<EditDraft> {
  constructor(
    private readonly workflows: Workflows,
    private readonly drafts: Drafts,
    private readonly changes: DraftChanges,
    private readonly check: DocumentCheck,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, workflowId, edit }: EditDraft): Promise<EditedDraft> {
    const { operations, problems, dropped } = readOperations(edit.ops);
    if (problems.length > 0) throw invalid(problems);
    let decided: (Decided & { workspaceId: string }) | undefined;
    const position = await this.workflows.change({ caller, meta, workflowId, needed: 'write' }, async (workflow) => {
      decided = { ...(await this.#decide(workflow, { ...edit, workflowId, operations })), workspaceId: workflow.workspaceId };
      return decided.command;
    });
    if (decided === undefined) throw new Error('An edit was stored without a decision');
    const { others, applied, workspaceId, revision = position } = decided;
    const report = withWarnings(dropped, await this.check.report(applied.document, workspaceId));
    return { revision, others, undo: applied.undo, ...report };
  }

  async #decide(workflow: ExistingWorkflow, edit: Edit): Promise<Decided> {
    const { draft, draftRevision: head } = workflow;
    const { workflowId, editId, base, label, operations } = edit;
    if (base > head) throw invalidField('base', `base must be a revision of this draft, which is at ${head}`);
    if (head - base > mostBehind) throw draftChanged([{ path: ['base'], message: `The draft is at revision ${head}`, code: 'too_old' }]);
    const changes = await this.changes.between(workflowId, base, head, mostBehind);
    const known = changes.find((change) => change.editId === editId);
    if (known !== undefined) return this.#repeated(edit, known, changes);
    requireUntouched(changes, operations);
    const applied = await this.#applied(edit, draft, changes);
    const snapshot = isWholeWanted(workflow, operations, applied) ? { snapshot: applied.document } : {};
    const command = { type: 'edit-draft', editId, label, operations, ...snapshot, at: this.clock.now().toISOString() } as const;
    return { others: changes, applied, command };
  }

  /** An edit that could be applied to its base, and cannot now, is prevented by others. */
  async #applied(
    { workflowId, base, operations }: Edit,
    draft: ExistingWorkflow['draft'],
    others: readonly DraftChange[],
  ): Promise<Applied> {
    try {
      return applyEdit(draft, operations);
    } catch (error) {
      const before = others.length === 0 ? undefined : await this.drafts.at(workflowId, base);
      if (before === undefined) throw error;
      applyEdit(before, operations);
      throw draftChanged((error as DomainError).details ?? []);
    }
  }

  /** @throws DomainError conflict when the id belongs to a different edit */
  async #repeated({ workflowId, operations }: Edit, known: DraftChange, changes: readonly DraftChange[]): Promise<Decided> {
    const { revision } = known;
    if (!isDeepStrictEqual(known.operations, operations)) throw conflict('CONFLICT', 'editId belongs to a different edit of this draft');
    const before = await this.drafts.at(workflowId, revision - 1);
    if (before === undefined) throw new Error(`Workflow ${workflowId} has no draft ${revision - 1}`);
    return { others: changes.filter((change) => change.revision < revision), applied: applyEdit(before, operations), revision };
  }
}

/** Whether the draft is to be recorded as a whole after an edit, so that little is read to know it. */
function isWholeWanted(workflow: ExistingWorkflow, operations: readonly DraftOperation[], applied: Applied): boolean {
  const { draft, draftRevision, draftWhole, draftEditBytes = 0 } = workflow;
  if (draftRevision - draftWhole >= snapshotEvery || draftEditBytes + jsonBytes(operations) > mostEditBytes) return true;
  // An editor may leave what a whole document is healed of, such as the handle of an edge into a container.
  return !isDeepStrictEqual(applied.document, foldOperations(draft, operations));
}
