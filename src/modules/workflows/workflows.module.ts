import { Module, type Provider } from '@nestjs/common';
import { CachedDeployments } from './adapters/cached-deployments.js';
import { ChangeFolderHandler } from './commands/change-folder.handler.js';
import { ChangeWorkflowHandler } from './commands/change-workflow.handler.js';
import { CreateFolderHandler } from './commands/create-folder.handler.js';
import { CreateWorkflowHandler } from './commands/create-workflow.handler.js';
import { DeleteFolderHandler } from './commands/delete-folder.handler.js';
import { DeleteWorkflowHandler } from './commands/delete-workflow.handler.js';
import { DeployWorkflowHandler } from './commands/deploy-workflow.handler.js';
import { ImportWorkflowHandler } from './commands/import-workflow.handler.js';
import { RollBackWorkflowHandler } from './commands/roll-back-workflow.handler.js';
import { SaveDraftHandler } from './commands/save-draft.handler.js';
import { UndeployWorkflowHandler } from './commands/undeploy-workflow.handler.js';
import { DeploymentsController } from './http/deployments.controller.js';
import { FoldersController } from './http/folders.controller.js';
import { WorkflowDocumentsController } from './http/workflow-documents.controller.js';
import { WorkflowStatusController } from './http/workflow-status.controller.js';
import { WorkflowsController } from './http/workflows.controller.js';
import { Deployments } from './ports/deployments.js';
import { ExportWorkflowHandler } from './queries/export-workflow.handler.js';
import { GetWorkflowHandler } from './queries/get-workflow.handler.js';
import { GetWorkflowStateHandler } from './queries/get-workflow-state.handler.js';
import { GetWorkflowStatusHandler } from './queries/get-workflow-status.handler.js';
import { ListFoldersHandler } from './queries/list-folders.handler.js';
import { ListVersionsHandler } from './queries/list-versions.handler.js';
import { ListWorkflowsHandler } from './queries/list-workflows.handler.js';
import { Redeployment } from './queries/redeployment.js';
import { WorkflowViews } from './queries/workflow-views.js';
import { Folders } from './store/folders.js';
import { Workflows } from './store/workflows.js';

const controllers = [WorkflowsController, WorkflowDocumentsController, DeploymentsController, WorkflowStatusController, FoldersController];

const commandHandlers: readonly Provider[] = [
  CreateWorkflowHandler,
  ImportWorkflowHandler,
  ChangeWorkflowHandler,
  SaveDraftHandler,
  DeleteWorkflowHandler,
  DeployWorkflowHandler,
  UndeployWorkflowHandler,
  RollBackWorkflowHandler,
  CreateFolderHandler,
  ChangeFolderHandler,
  DeleteFolderHandler,
];

const queryHandlers: readonly Provider[] = [
  ListWorkflowsHandler,
  GetWorkflowHandler,
  GetWorkflowStatusHandler,
  GetWorkflowStateHandler,
  ExportWorkflowHandler,
  ListVersionsHandler,
  ListFoldersHandler,
];

/** Needs a provider of `BlockCatalogue` from above. */
@Module({
  controllers,
  providers: [
    { provide: Deployments, useClass: CachedDeployments },
    Workflows,
    Folders,
    WorkflowViews,
    Redeployment,
    ...commandHandlers,
    ...queryHandlers,
  ],
  exports: [Deployments],
})
export class WorkflowsModule {}
