export { EnvironmentModule } from './environment.module.js';
export { WorkspaceSecrets } from './ports/workspace-secrets.js';
export { variablesToReseal } from './store/variables-to-reseal.js';
