import type { Wiring } from '#ledger/composition.js';
import { folderEvents } from './domain/folder.events.js';
import { workflowEvents } from './domain/workflow.events.js';
import { folderProjection } from './projections/folder.projection.js';
import { workflowProjection } from './projections/workflow.projection.js';
import { folderTree } from './store/folder-tree.entity.js';

export const workflowsWiring: Wiring = {
  events: [...workflowEvents, ...folderEvents],
  projections: [workflowProjection, folderProjection],
  tables: [folderTree],
};
