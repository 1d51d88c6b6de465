export { EnvironmentModule } from './environment.module.js';
export { EnvironmentChanged } from './domain/environment.events.js';
export { WorkspaceSecrets } from './ports/workspace-secrets.js';
export { variablesToReseal } from './store/variables-to-reseal.js';
