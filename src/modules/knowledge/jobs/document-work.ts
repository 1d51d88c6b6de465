import { timer } from '#infrastructure/queue/timer.js';
import { workItem } from '#infrastructure/queue/work-item.js';
import type { NewWork } from '#infrastructure/queue/work-queue.js';
import type { Write } from '#infrastructure/projections/read-model.js';

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
