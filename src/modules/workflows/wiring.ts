import type { Wiring } from '#ledger/composition.js';
import { folderAudit, folderEvents } from './domain/folder.events.js';
import { workflowAudit, workflowEvents } from './domain/workflow.events.js';
import { folderProjection } from './projections/folder.projection.js';
import { workflowProjection } from './projections/workflow.projection.js';
import { folderTree } from './store/folder-tree.entity.js';

export const workflowsWiring: Wiring = {
  events: [...workflowEvents, ...folderEvents],
  projections: [workflowProjection, folderProjection],
  tables: [folderTree],
  auditLines: [...workflowAudit, ...folderAudit],
};
