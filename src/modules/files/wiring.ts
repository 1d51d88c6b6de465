import type { Wiring } from '#ledger/composition.js';
import { fileAudit, fileEvents } from './domain/file.events.js';
import { endedFileWorkspace } from './projections/ended-file-workspace.projection.js';
import { fileList } from './projections/file.projection.js';

export const filesWiring: Wiring = { events: fileEvents, projections: [fileList, endedFileWorkspace], auditLines: fileAudit };
