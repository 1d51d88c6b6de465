import { Global, Module } from '@nestjs/common';
import { ExecutionsModule, PauseBook } from '#modules/executions/index.js';
import { IdentityModule } from '#modules/identity/index.js';
import { JobsModule } from '#modules/jobs/index.js';
import { WorkflowsModule } from '#modules/workflows/index.js';
import { AnswerDecisions } from './commands/answer-decisions.js';
import { ResumeExecutionHandler } from './commands/resume-execution.handler.js';
import { PausedExecutionsController } from './http/paused-executions.controller.js';
import { ResumeController } from './http/resume.controller.js';
import { GetPausedExecutionHandler } from './queries/get-paused-execution.handler.js';
import { ListPausedExecutionsHandler } from './queries/list-paused-executions.handler.js';
import { PauseAccounts } from './store/pause-accounts.js';
import { PauseLedger } from './store/pause-ledger.js';

const handlers = [ResumeExecutionHandler, GetPausedExecutionHandler, ListPausedExecutionsHandler];

/** Global, since it fills a port of the module below it: who keeps account of what a run asks. */
@Global()
@Module({
  imports: [ExecutionsModule, IdentityModule, JobsModule, WorkflowsModule],
  controllers: [ResumeController, PausedExecutionsController],
  providers: [...handlers, AnswerDecisions, PauseAccounts, { provide: PauseBook, useClass: PauseLedger }],
  exports: [PauseBook],
})
export class ResumeModule {}
