export { WorkflowsModule } from './workflows.module.js';
export type { Block, DocumentProblem, Edge, SubBlock, Variable, WorkflowDocument } from './domain/document.js';
export { referenceName } from './domain/document.js';
export { FolderCreated, FolderDeleted, FolderMoved, FolderRenamed } from './domain/folder.events.js';
export {
  WorkflowCreated,
  WorkflowDeleted,
  WorkflowDeployed,
  WorkflowDetailsChanged,
  WorkflowDraftSaved,
  WorkflowUndeployed,
  WorkflowVersionActivated,
} from './domain/workflow.events.js';
export { BlockCatalogue } from './ports/block-catalogue.js';
export { Deployments, type FoundWorkflow, type WorkflowDescription } from './ports/deployments.js';
