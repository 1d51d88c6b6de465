export { OperationsModule } from './operations.module.js';
export { processesWithoutKey } from './queries/status/processes-without-key.js';
