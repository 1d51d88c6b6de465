import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import { FilesModule } from '#modules/files/index.js';
import { RunsModule, PauseBook } from '#modules/runs/index.js';
import { IdentityModule } from '#modules/identity/index.js';
import { RetentionModule } from '#modules/retention/index.js';
import { WorkflowsModule } from '#modules/workflows/index.js';
import { AnswerReferences } from './commands/answer-references.js';
import { AnswerGate } from './commands/answer-gate.js';
import { AnswerDecisions } from './commands/answer-decisions.js';
import { ResumeExecutionHandler } from './commands/resume-execution.command.js';
import { FilesOfAnswers } from './http/answer-files.js';
import { PageVisitors } from './http/page-visitors.js';
import { PausedExecutionsController } from './http/paused-executions.controller.js';
import { PausesController } from './http/pauses.controller.js';
import { ResumePageController } from './http/resume-page.controller.js';
import { ResumeController } from './http/resume.controller.js';
import { FindAskingRunsHandler } from './queries/find-asking-runs.query.js';
import { FindQuestionsHandler } from './queries/find-questions.query.js';
import { GetPausePageHandler } from './queries/get-pause-page.query.js';
import { GetPausedExecutionHandler } from './queries/get-paused-execution.query.js';
import { ListPausedExecutionsHandler } from './queries/list-paused-executions.query.js';
import { ListPausesHandler } from './queries/list-pauses.query.js';
import { PausesOfDeletedWorkspaces } from './store/pauses-of-deleted-workspaces.js';
import { PauseAccounts } from './store/pause-accounts.js';
import { PauseLedger } from './store/pause-ledger.js';

const handlers = [
  FindAskingRunsHandler,
  FindQuestionsHandler,
  ResumeExecutionHandler,
  GetPausedExecutionHandler,
  GetPausePageHandler,
  ListPausedExecutionsHandler,
  ListPausesHandler,
];

/** Global, since it fills a port of the module below it: who keeps account of what a run asks. */
@Global()
@Module({
  imports: [RunsModule, RetentionModule, IdentityModule, WorkflowsModule, FilesModule],
  controllers: [ResumeController, ResumePageController, PausedExecutionsController, PausesController],
  providers: [
    ...handlers,
    AnswerDecisions,
    AnswerReferences,
    AnswerGate,
    FilesOfAnswers,
    PausesOfDeletedWorkspaces,
    PageVisitors,
    PauseAccounts,
    { provide: PauseBook, useClass: PauseLedger },
  ],
  exports: [PauseBook],
})
export class PausesModule implements OnModuleInit {
  constructor(
    private readonly housekeeper: Housekeeper,
    private readonly ofDeletedWorkspaces: PausesOfDeletedWorkspaces,
  ) {}

  onModuleInit(): void {
    this.housekeeper.add((signal) => this.ofDeletedWorkspaces.wakeLeft(signal));
  }
}
