import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { emptyDocument, type WorkflowDocument } from '#document/document.js';
import type { RecordedOf } from '#kernel/event.js';
import { isId } from '#kernel/ids.js';
import { EventStore } from '#ledger/events/event-store.js';
import { foldOperations } from '../domain/edits/apply-operations.js';
import { workflowStream, type WorkflowEvent } from '../domain/workflow.events.js';

/** A draft is recorded as a whole at least once in so many events of its workflow that change it. */
export const snapshotEvery = 200;

/** A draft with the version of the last event that changed it. */
export interface DraftAtRevision {
  /** The version of the draft. */
  readonly revision: number;
  /** The workflow document. */
  readonly document: WorkflowDocument;
}

/** Drafts of workflows: the last whole document, and the edits after it. */
@Injectable()
export class Drafts {
  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
  ) {}

  /** The present draft; undefined when the workflow does not exist. */
  async head(workflowId: string): Promise<DraftAtRevision | undefined> {
    if (!isId(workflowId)) return undefined;
    const { rows } = await this.pool.query<DraftAtRevision & { whole: number }>({
      name: 'draft_head',
      text: `select w.draft_revision as revision, d.revision as whole, d.document
             from workflow w join workflow_draft d on d.workflow_id = w.id where w.id = $1 and not w.deleted`,
      values: [workflowId],
    });
    const [row] = rows;
    if (row === undefined) return undefined;
    const { whole, revision, document } = row;
    return { revision, document: await this.after(workflowId, { revision: whole, document }, revision) };
  }

  /** The document after the edits between a whole one and a revision. */
  async after(workflowId: string, { revision: whole, document }: DraftAtRevision, revision: number): Promise<WorkflowDocument> {
    if (whole >= revision) return document;
    return edited(document, await this.store.read(workflowStream, workflowId, whole, revision - whole));
  }

  /** The draft at a revision; undefined when the workflow has no event with this version. */
  async at(workflowId: string, revision: number): Promise<WorkflowDocument | undefined> {
    for (let window = snapshotEvery; ; window *= 4) {
      const after = Math.max(0, revision - window);
      const read = await this.store.read(workflowStream, workflowId, after, revision - after + 1);
      const [events, next] = [read.slice(0, revision - after), read[revision - after]];
      if (events.at(-1)?.position !== revision) return undefined;
      // An edit whose result was healed, such as the handle of an edge, is followed by what became of it.
      if (next?.type === 'workflow.draft-snapshotted' && events.at(-1)?.type === 'workflow.draft-edited') return next.payload.document;
      const begin = events.findLastIndex((event) => wholeDocument(event) !== undefined);
      const begun = events[begin];
      if (begun !== undefined) return edited(wholeDocument(begun) ?? emptyDocument, events.slice(begin + 1));
      if (after === 0) return undefined;
    }
  }
}

function wholeDocument(event: RecordedOf<WorkflowEvent>): WorkflowDocument | undefined {
  if (event.type === 'workflow.created') return emptyDocument;
  return event.type === 'workflow.draft-saved' || event.type === 'workflow.draft-snapshotted' ? event.payload.document : undefined;
}

function edited(document: WorkflowDocument, events: readonly RecordedOf<WorkflowEvent>[]): WorkflowDocument {
  const operations = events.flatMap((event) => (event.type === 'workflow.draft-edited' ? event.payload.operations : []));
  return operations.length === 0 ? document : foldOperations(document, operations);
}
