import { timer } from '#ledger/work/timer.js';
import { workItem } from '#ledger/work/work-item.js';
import type { NewWork } from '#ledger/work/work-queue.js';
import type { Write } from '#ledger/rows/read-model.js';

export const documentWorkKind = 'knowledge-document';

/** Lower than the priority of workflow runs, because clients wait for runs. */
const priority = -1;

/** The work item that makes a document searchable. Each processing has its own. */
export function documentWork({ workId, documentId, workspaceId }: { workId: string; documentId: string; workspaceId: string }): NewWork {
  return { id: workId, kind: documentWorkKind, workspaceId, streamId: documentId, priority };
}

/** Removes the work item, from the queue or from a worker. */
export function endOfDocumentWork(workId: string): Write[] {
  return [workItem.remove({ id: workId }), timer.remove({ id: workId })];
}
