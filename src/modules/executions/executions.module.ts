import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Housekeeper } from '#infrastructure/housekeeping/housekeeper.js';
import { WorkerLoop } from '#infrastructure/queue/worker-loop.js';
import { EnvironmentModule } from '#modules/environment/index.js';
import { IdentityModule } from '#modules/identity/index.js';
import { JobRunner, JobsModule, RunEstimates } from '#modules/jobs/index.js';
import { RetentionModule } from '#modules/retention/index.js';
import { KnowledgeModule } from '#modules/knowledge/index.js';
import { BlockCatalogue, WorkflowsModule } from '#modules/workflows/index.js';
import { blockRegistry } from './blocks/index.js';
import { CancelExecutionHandler } from './commands/cancel-execution.handler.js';
import { QueueExecutionHandler } from './commands/queue-execution.handler.js';
import { RunExecutionHandler } from './commands/run-execution.handler.js';
import { StreamExecutionHandler } from './commands/stream-execution.handler.js';
import { BlocksController } from './http/blocks.controller.js';
import { ExecuteWorkflowController } from './http/execute-workflow.controller.js';
import { ExecutionsController } from './http/executions.controller.js';
import { ReplayExecutionController } from './http/replay-execution.controller.js';
import { RunsController } from './http/v2/runs.controller.js';
import { StartAnswers } from './http/start-answers.js';
import { RecoverRun } from './jobs/recover-run.job.js';
import { RunExecutionJob } from './jobs/run-execution.job.js';
import { FindRepeatedRunHandler } from './queries/find-repeated-run.handler.js';
import { FollowExecutionHandler } from './queries/follow-execution.handler.js';
import { GetExecutionHandler } from './queries/get-execution.handler.js';
import { Claims } from './store/claims.js';
import { RunDurations } from './store/run-durations.js';
import { DetachedRuns } from './runtime/detached-runs.js';
import { InputFiles } from './runtime/input-files.js';
import { LiveRuns } from './runtime/live-runs.js';
import { Plans } from './runtime/plans.js';
import { RepeatedRuns } from './runtime/repeated-runs.js';
import { RunCanceller } from './runtime/run-canceller.js';
import { RunFinder } from './runtime/run-finder.js';
import { Runs } from './runtime/runs.js';
import { NextRest } from './runtime/next-rest.js';
import { OrphanedRuns } from './runtime/orphaned-runs.js';
import { OwnWork } from './runtime/own-work.js';
import { Resumptions } from './runtime/resumptions.js';
import { ServerWorld } from './runtime/server-world.js';
import { Starts } from './runtime/starts.js';
import { Stopping } from './runtime/stopping.js';
import { WorkspaceData } from './runtime/workspace-data.js';
import { OpenStreams } from './streaming/open-streams.js';
import { OutputSelections } from './streaming/output-selections.js';
import { RunFollower } from './streaming/run-follower.js';
import { RunTails } from './streaming/run-tails.js';

const commands = [RunExecutionHandler, QueueExecutionHandler, StreamExecutionHandler, CancelExecutionHandler];
const queries = [FindRepeatedRunHandler, FollowExecutionHandler, GetExecutionHandler];
const runtime = [
  ServerWorld,
  WorkspaceData,
  InputFiles,
  NextRest,
  OrphanedRuns,
  OwnWork,
  Resumptions,
  Claims,
  DetachedRuns,
  LiveRuns,
  Plans,
  RepeatedRuns,
  RunCanceller,
  RunFinder,
  RunDurations,
  Runs,
  Starts,
  Stopping,
];
const streaming = [OpenStreams, OutputSelections, RunFollower, RunTails];
const work = [RunExecutionJob, RecoverRun];

/** Global, since it fills ports of modules below it: which blocks there are, and how long runs take. */
@Global()
@Module({
  imports: [RetentionModule, IdentityModule, JobsModule, WorkflowsModule, EnvironmentModule, KnowledgeModule],
  controllers: [BlocksController, ExecuteWorkflowController, ExecutionsController, ReplayExecutionController, RunsController],
  providers: [
    ...commands,
    ...queries,
    ...runtime,
    ...streaming,
    ...work,
    StartAnswers,
    { provide: BlockCatalogue, useValue: blockRegistry },
    { provide: RunEstimates, useExisting: RunDurations },
  ],
  exports: [BlockCatalogue, DetachedRuns, OpenStreams, Resumptions, RunEstimates, RunFinder, Stopping],
})
export class ExecutionsModule implements OnModuleInit {
  constructor(
    private readonly worker: WorkerLoop,
    private readonly jobs: JobRunner,
    private readonly runJob: RunExecutionJob,
    private readonly recover: RecoverRun,
    private readonly housekeeper: Housekeeper,
    private readonly claims: Claims,
    private readonly durations: RunDurations,
  ) {}

  onModuleInit(): void {
    this.jobs.register(this.runJob);
    this.worker.register(this.recover);
    this.housekeeper.add(() => this.claims.forgetOld());
    this.housekeeper.add(() => this.durations.forgetOld());
  }
}
