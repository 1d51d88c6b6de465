import { Injectable } from '@nestjs/common';
import { EventStore } from '#ledger/events/event-store.js';
import { UserNames } from '#modules/identity/index.js';
import type { RecordedOf } from '#kernel/event.js';
import type { DraftChange } from '../domain/edits/conflicts.js';
import { workflowStream, type WorkflowEvent } from '../domain/workflow.events.js';

/** The history of drafts, read from the log. */
@Injectable()
export class DraftChanges {
  constructor(
    private readonly store: EventStore,
    private readonly names: UserNames,
  ) {}

  /** The changes of a draft that made the revisions after `after`, up to `until`, oldest first, among at most `limit` events of the workflow. */
  async between(workflowId: string, after: number, until: number, limit: number): Promise<readonly DraftChange[]> {
    if (after >= until) return [];
    const events = await this.store.read(workflowStream, workflowId, after, Math.min(limit, until - after));
    const changes = events.flatMap((event) => changeOf(event) ?? []);
    const names = await this.names.ofAll(changes.flatMap(({ userId }) => userId ?? []));
    return changes.map((change) => ({ ...change, userName: names.get(change.userId ?? '') ?? null }));
  }
}

function changeOf({ position: revision, meta, at, ...event }: RecordedOf<WorkflowEvent>): Omit<DraftChange, 'userName'> | undefined {
  const userId = meta.actorId ?? null;
  if (event.type === 'workflow.draft-saved') return { revision, editId: null, label: null, operations: null, userId, at };
  if (event.type !== 'workflow.draft-edited') return undefined;
  const { editId, label, operations } = event.payload;
  return { revision, editId, label, operations, userId, at };
}
