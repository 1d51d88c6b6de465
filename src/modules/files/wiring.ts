import type { Wiring } from '#ledger/composition.js';
import { fileEvents } from './domain/file.events.js';
import { endedFileWorkspace } from './projections/ended-file-workspace.projection.js';
import { fileList } from './projections/file.projection.js';

export const filesWiring: Wiring = { events: fileEvents, projections: [fileList, endedFileWorkspace] };
