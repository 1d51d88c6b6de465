import { Module, type Provider } from '@nestjs/common';
import { CachedDeployments } from './adapters/cached-deployments.js';
import { ChangeFolderHandler } from './commands/change-folder.command.js';
import { ChangeWorkflowHandler } from './commands/change-workflow.command.js';
import { CreateFolderHandler } from './commands/create-folder.command.js';
import { CreateWorkflowHandler } from './commands/create-workflow.command.js';
import { DeleteFolderHandler } from './commands/delete-folder.command.js';
import { DeleteWorkflowHandler } from './commands/delete-workflow.command.js';
import { DeployWorkflowHandler } from './commands/deploy-workflow.command.js';
import { DescribeVersionHandler } from './commands/describe-version.command.js';
import { EditDraftHandler } from './commands/edit-draft.command.js';
import { ImportWorkflowHandler } from './commands/import-workflow.command.js';
import { ReportPresenceHandler } from './commands/report-presence.command.js';
import { RestoreDraftHandler } from './commands/restore-draft.command.js';
import { RollBackWorkflowHandler } from './commands/roll-back-workflow.command.js';
import { SaveDraftHandler } from './commands/save-draft.command.js';
import { UndeployWorkflowHandler } from './commands/undeploy-workflow.command.js';
import { DraftHistoryController } from './http/drafts/draft-history.controller.js';
import { DraftStreamController } from './http/drafts/draft-stream.controller.js';
import { DraftsController } from './http/drafts/drafts.controller.js';
import { DeploymentsController } from './http/deployments/deployments.controller.js';
import { FoldersController } from './http/folders/folders.controller.js';
import { WorkflowDocumentsController } from './http/workflow-documents.controller.js';
import { WorkflowStatusController } from './http/deployments/workflow-status.controller.js';
import { WorkflowsController } from './http/workflows.controller.js';
import { IdentityModule } from '#modules/identity/index.js';
import { Deployments } from './ports/deployments.js';
import { CountedWorkflows } from './queries/counted-workflows.js';
import { DescribeWorkflowHandler } from './queries/openapi/describe-workflow.query.js';
import { ExportWorkflowHandler } from './queries/export-workflow.query.js';
import { GetDraftHandler } from './queries/drafts/get-draft.query.js';
import { GetDraftBlameHandler } from './queries/drafts/get-draft-blame.query.js';
import { ListDraftHistoryHandler } from './queries/drafts/list-draft-history.query.js';
import { ListDraftEditsHandler } from './queries/drafts/list-draft-edits.query.js';
import { DraftNews } from './queries/drafts/live/draft-news.js';
import { DraftPresence } from './queries/drafts/live/draft-presence.js';
import { FollowDraftHandler } from './queries/drafts/live/follow-draft.query.js';
import { GetWorkflowHandler } from './queries/get-workflow.query.js';
import { GetWorkflowStateHandler } from './queries/get-workflow-state.query.js';
import { GetWorkflowStatusHandler } from './queries/get-workflow-status.query.js';
import { GetVersionHandler } from './queries/versions/get-version.query.js';
import { ListFoldersHandler } from './queries/list-folders.query.js';
import { ListVersionsHandler } from './queries/versions/list-versions.query.js';
import { ListWorkflowsHandler } from './queries/list-workflows.query.js';
import { DocumentCheck } from './queries/validation/document-check.js';
import { Redeployment } from './queries/redeployment.js';
import { ValidateWorkflowHandler } from './queries/validation/validate-workflow.query.js';
import { WorkflowDirectory } from './queries/workflow-directory.js';
import { WorkflowViews } from './queries/workflow-views.js';
import { DraftChanges } from './store/draft-changes.js';
import { Drafts } from './store/drafts.js';
import { EndOfRuns } from './store/end-of-runs.js';
import { Folders } from './store/folders.js';
import { Workflows } from './store/workflows.js';

const controllers = [
  WorkflowsController,
  WorkflowDocumentsController,
  DraftsController,
  DraftStreamController,
  DraftHistoryController,
  DeploymentsController,
  WorkflowStatusController,
  FoldersController,
];

const commandHandlers: readonly Provider[] = [
  CreateWorkflowHandler,
  ImportWorkflowHandler,
  ChangeWorkflowHandler,
  SaveDraftHandler,
  EditDraftHandler,
  ReportPresenceHandler,
  RestoreDraftHandler,
  DeleteWorkflowHandler,
  DeployWorkflowHandler,
  UndeployWorkflowHandler,
  RollBackWorkflowHandler,
  DescribeVersionHandler,
  CreateFolderHandler,
  ChangeFolderHandler,
  DeleteFolderHandler,
];

const queryHandlers: readonly Provider[] = [
  ListWorkflowsHandler,
  GetWorkflowHandler,
  GetWorkflowStatusHandler,
  GetWorkflowStateHandler,
  GetDraftHandler,
  ListDraftEditsHandler,
  ListDraftHistoryHandler,
  GetDraftBlameHandler,
  FollowDraftHandler,
  DescribeWorkflowHandler,
  ExportWorkflowHandler,
  ListVersionsHandler,
  GetVersionHandler,
  ListFoldersHandler,
  ValidateWorkflowHandler,
];

/** Higher modules provide `BlockCatalogue`, `DocumentReview`, `TriggerRegistrations`, `ToolPins`, `RunCounts` and `LastRuns`. */
@Module({
  imports: [IdentityModule],
  controllers,
  providers: [
    { provide: Deployments, useClass: CachedDeployments },
    Workflows,
    Drafts,
    DraftChanges,
    EndOfRuns,
    DraftNews,
    DraftPresence,
    Folders,
    WorkflowViews,
    WorkflowDirectory,
    Redeployment,
    DocumentCheck,
    CountedWorkflows,
    ...commandHandlers,
    ...queryHandlers,
  ],
  exports: [Deployments, WorkflowDirectory],
})
export class WorkflowsModule {}
