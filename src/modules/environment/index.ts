export { EnvironmentModule } from './environment.module.js';
export { WorkspaceSecrets, type OpenedSecrets } from './ports/workspace-secrets.js';
export { variablesToReseal } from './store/variables-to-reseal.js';
