import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { WorkerLoop } from '#ledger/work/worker-loop.js';
import { IdentityModule } from '#modules/identity/index.js';
import { RunsModule } from '#modules/runs/index.js';
import { RetentionModule } from '#modules/retention/index.js';
import { LastRuns, WorkflowsModule } from '#modules/workflows/index.js';
import { BulkJobWork } from './jobs/bulk-job.work.js';
import { BulkJobs } from './store/bulk-jobs.js';
import { BulkStep } from './jobs/bulk-step.js';
import { ChangeFeed } from './queries/changes/change-feed.js';
import { ChangedEntriesReads } from './queries/changes/changed-entries.js';
import { FollowLogChangesHandler } from './queries/changes/follow-log-changes.query.js';
import { ListLogChangesHandler } from './queries/changes/list-log-changes.query.js';
import { RunChanges } from './queries/changes/run-changes.js';
import { ChosenRuns } from './queries/bulk/chosen-runs.js';
import { CountBulkJobHandler } from './queries/bulk/count-bulk-job.query.js';
import { GetBulkJobHandler } from './queries/bulk/get-bulk-job.query.js';
import { RequestBulkJobHandler } from './commands/request-bulk-job.command.js';
import { StopBulkJobHandler } from './commands/stop-bulk-job.command.js';
import { BulkJobsController } from './http/bulk/bulk-jobs.controller.js';
import { LogChangesController } from './http/events/log-changes.controller.js';
import { RunEventsController } from './http/events/run-events.controller.js';
import { FiguresController } from './http/figures/figures.controller.js';
import { HoldsController } from './http/holds.controller.js';
import { LogsController } from './http/logs.controller.js';
import { CompareExecutionsHandler } from './queries/comparison/compare-executions.query.js';
import { DiagnoseExecutionHandler } from './queries/diagnosis/diagnose-execution.query.js';
import { FollowEvents } from './queries/events/follow-events.js';
import { FollowRunEventsHandler } from './queries/events/follow-run-events.query.js';
import { GetEventPartHandler } from './queries/events/get-event-part.query.js';
import { ListRunEventsHandler } from './queries/events/list-run-events.query.js';
import { RunEventPages } from './queries/events/run-event-pages.js';
import { GetSummaryHandler, ListErrorGroupsHandler } from './queries/figures/get-figures.query.js';
import { LogFigures } from './queries/figures/log-figures.js';
import { GetExecutionLogHandler } from './queries/get-execution-log.query.js';
import { GetLogHandler } from './queries/get-log.query.js';
import { LateEntries } from './queries/pages/late-entries.js';
import { ListEffectsHandler } from './queries/diagnosis/list-effects.query.js';
import { ListLogsHandler } from './queries/list-logs.query.js';
import { LogDetails } from './queries/log-details.js';
import { LogFeed } from './queries/log-feed.js';
import { LoggedLastRuns } from './queries/pages/logged-last-runs.js';
import { LogPages } from './queries/pages/log-pages.js';
import { LogRows } from './queries/pages/log-rows.js';

/** Global, because it implements a port of a lower module: when workflows ran last. */
@Global()
@Module({
  imports: [RunsModule, RetentionModule, WorkflowsModule, IdentityModule],
  controllers: [FiguresController, BulkJobsController, LogChangesController, LogsController, RunEventsController, HoldsController],
  providers: [
    BulkJobs,
    ChosenRuns,
    BulkJobWork,
    BulkStep,
    CountBulkJobHandler,
    GetBulkJobHandler,
    RequestBulkJobHandler,
    StopBulkJobHandler,
    LogRows,
    LogPages,
    LateEntries,
    LogDetails,
    LogFeed,
    ListLogsHandler,
    GetLogHandler,
    GetExecutionLogHandler,
    DiagnoseExecutionHandler,
    ListEffectsHandler,
    CompareExecutionsHandler,
    LogFigures,
    GetSummaryHandler,
    ListErrorGroupsHandler,
    RunEventPages,
    FollowEvents,
    ListRunEventsHandler,
    GetEventPartHandler,
    FollowRunEventsHandler,
    ChangeFeed,
    RunChanges,
    ChangedEntriesReads,
    FollowLogChangesHandler,
    ListLogChangesHandler,
    { provide: LastRuns, useClass: LoggedLastRuns },
  ],
  exports: [LastRuns, LogFeed],
})
export class LogsModule implements OnModuleInit {
  constructor(
    private readonly worker: WorkerLoop,
    private readonly bulk: BulkJobWork,
  ) {}

  onModuleInit(): void {
    this.worker.register(this.bulk);
  }
}
