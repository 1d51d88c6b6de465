import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { emptyDocument, type WorkflowDocument } from '#document/document.js';
import type { RecordedOf } from '#kernel/event.js';
import { isId } from '#kernel/ids.js';
import { EventStore } from '#ledger/events/event-store.js';
import { foldOperations } from '../domain/edits/apply-operations.js';
import { jsonBytes } from '../domain/edits/json-bytes.js';
import type { DraftOperation } from '../domain/edits/operation.js';
import { workflowStream, type WorkflowEvent } from '../domain/workflow.events.js';

/** A draft is recorded as a whole at least once in so many events of its workflow that change it. */
export const snapshotEvery = 200;
/** A draft is recorded as a whole when the edits since then would be larger as JSON. */
export const mostEditBytes = 1024 * 1024;

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
    return { revision, document: (await this.after(workflowId, { revision: whole, document }, revision)).document };
  }

  /** The document after the edits between a whole one and a revision, and their size. */
  async after(workflowId: string, { revision: whole, document }: DraftAtRevision, revision: number): Promise<EditedDocument> {
    if (whole >= revision) return { document, editBytes: 0 };
    const operations = operationsOf(await this.store.read(workflowStream, workflowId, whole, revision - whole));
    return { document: edited(document, operations), editBytes: jsonBytes(operations) };
  }

  /** The draft at a revision; undefined when the workflow has no event with this version. */
  async at(workflowId: string, revision: number): Promise<WorkflowDocument | undefined> {
    for (let window = snapshotEvery; ; window *= 4) {
      const after = Math.max(0, revision - window);
      const read = await this.store.readWithout('document', workflowStream, workflowId, after, revision - after + 1);
      const [events, next] = [read.slice(0, revision - after), read[revision - after]];
      if (events.at(-1)?.position !== revision) return undefined;
      // An edit whose result was healed, such as the handle of an edge, is followed by what became of it.
      if (next?.type === 'workflow.draft-snapshotted' && events.at(-1)?.type === 'workflow.draft-edited') return this.#whole(next);
      const begin = events.findLastIndex(({ type }) => wholes.has(type));
      const begun = events[begin];
      if (begun !== undefined) return edited(await this.#whole(begun), operationsOf(events.slice(begin + 1)));
      if (after === 0) return undefined;
    }
  }

  /** The document of an event that was read without it. */
  async #whole({ streamId, position }: RecordedOf<WorkflowEvent>): Promise<WorkflowDocument> {
    const [event] = await this.store.read(workflowStream, streamId, position - 1, 1);
    return event !== undefined && 'document' in event.payload ? event.payload.document : emptyDocument;
  }
}

interface EditedDocument {
  readonly document: WorkflowDocument;
  readonly editBytes: number;
}

/** The events after which the draft is known without those before. */
const wholes: ReadonlySet<string> = new Set<WorkflowEvent['type']>([
  'workflow.created',
  'workflow.draft-saved',
  'workflow.draft-snapshotted',
]);

function operationsOf(events: readonly RecordedOf<WorkflowEvent>[]): readonly DraftOperation[] {
  return events.flatMap((event) => (event.type === 'workflow.draft-edited' ? event.payload.operations : []));
}

function edited(document: WorkflowDocument, operations: readonly DraftOperation[]): WorkflowDocument {
  return operations.length === 0 ? document : foldOperations(document, operations);
}
