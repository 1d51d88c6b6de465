export { ExportsModule } from './exports.module.js';
export { ExportStatus, type ConsumerStatus } from './sending/export-status.js';
export { ExportFaults, type ExportFault } from './sending/export-faults.js';
