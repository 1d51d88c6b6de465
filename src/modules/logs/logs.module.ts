import { Global, Module } from '@nestjs/common';
import { RunsModule } from '#modules/runs/index.js';
import { RetentionModule } from '#modules/retention/index.js';
import { LastRuns, WorkflowsModule } from '#modules/workflows/index.js';
import { HoldsController } from './http/holds.controller.js';
import { LogsController } from './http/logs.controller.js';
import { CompareExecutionsHandler } from './queries/comparison/compare-executions.query.js';
import { DiagnoseExecutionHandler } from './queries/diagnosis/diagnose-execution.query.js';
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
  imports: [RunsModule, RetentionModule, WorkflowsModule],
  controllers: [LogsController, HoldsController],
  providers: [
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
    { provide: LastRuns, useClass: LoggedLastRuns },
  ],
  exports: [LastRuns, LogFeed],
})
export class LogsModule {}
