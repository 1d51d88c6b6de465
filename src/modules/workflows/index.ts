export { WorkflowsModule } from './workflows.module.js';
export { CreateWorkflow, type NewWorkflow } from './commands/create-workflow.command.js';
export { DeployWorkflow, type VersionLabel } from './commands/deploy-workflow.command.js';
export { ImportWorkflow, type ImportedWorkflow, type WorkflowImport } from './commands/import-workflow.command.js';
export { feeGateExample } from './examples/fee-gate.js';
export { BlockCatalogue } from './ports/block-catalogue.js';
export { Deployments, versionName, type FoundWorkflow } from './ports/deployments.js';
export { WorkflowDirectory, type WorkflowDescription } from './queries/workflow-directory.js';
export type { WorkflowView } from './queries/views.js';
