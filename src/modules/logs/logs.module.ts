import { Module } from '@nestjs/common';
import { JobsModule } from '#modules/jobs/index.js';
import { RetentionModule } from '#modules/retention/index.js';
import { WorkflowsModule } from '#modules/workflows/index.js';
import { HoldsController } from './http/holds.controller.js';
import { LogsController } from './http/logs.controller.js';
import { DiagnoseExecutionHandler } from './queries/diagnose-execution.handler.js';
import { GetExecutionLogHandler } from './queries/get-execution-log.handler.js';
import { GetLogHandler } from './queries/get-log.handler.js';
import { LateEntries } from './queries/late-entries.js';
import { ListEffectsHandler } from './queries/list-effects.handler.js';
import { ListLogsHandler } from './queries/list-logs.handler.js';
import { LogDetails } from './queries/log-details.js';
import { LogFeed } from './queries/log-feed.js';
import { LogPages } from './queries/log-pages.js';
import { LogRows } from './queries/log-rows.js';

@Module({
  imports: [JobsModule, RetentionModule, WorkflowsModule],
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
  ],
  exports: [LogFeed],
})
export class LogsModule {}
