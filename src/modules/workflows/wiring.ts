import type { Wiring } from '#ledger/composition.js';
import { folderAudit, folderEvents } from './domain/folder.events.js';
import { workflowAudit, WorkflowDraftEdited, WorkflowDraftSnapshotted, workflowEvents } from './domain/workflow.events.js';
import { folderProjection } from './projections/folder.projection.js';
import { workflowProjection } from './projections/workflow.projection.js';
import { folderTree } from './store/folder-tree.entity.js';

export const workflowsWiring: Wiring = {
  events: [...workflowEvents, ...folderEvents],
  projections: [workflowProjection, folderProjection],
  tables: [folderTree],
  auditLines: [...workflowAudit, ...folderAudit],
  notAudited: [
    {
      events: [WorkflowDraftEdited, WorkflowDraftSnapshotted],
      because: 'an editor makes many edits a minute; the history of the draft lists each with its author, and deployments are audited',
    },
  ],
};
