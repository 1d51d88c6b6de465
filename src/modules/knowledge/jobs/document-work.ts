import { timer } from '#ledger/work/timer.js';
import { workItem } from '#ledger/work/work-item.js';
import type { NewWork } from '#ledger/work/work-queue.js';
import type { Write } from '#ledger/rows/read-model.js';

export const documentWorkKind = 'knowledge-document';

/** Behind runs of workflows, which somebody waits for. */
const priority = -1;

/** The work of making a document searchable; each processing is an item of its own. */
export function documentWork({ workId, documentId, workspaceId }: { workId: string; documentId: string; workspaceId: string }): NewWork {
  return { id: workId, kind: documentWorkKind, workspaceId, streamId: documentId, priority };
}

/** Ends that work, wherever it waits. */
export function endOfDocumentWork(workId: string): Write[] {
  return [workItem.remove({ id: workId }), timer.remove({ id: workId })];
}
