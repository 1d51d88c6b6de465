import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import { WorkerLoop } from '#ledger/work/worker-loop.js';
import { EnvironmentModule } from '#modules/environment/index.js';
import { IdentityModule } from '#modules/identity/index.js';
import { RetentionModule } from '#modules/retention/index.js';
import { KnowledgeModule } from '#modules/knowledge/index.js';
import { BlockCatalogue, WorkflowsModule } from '#modules/workflows/index.js';
import { blockRegistry } from '#blocks/index.js';
import { CancelExecutionHandler } from './stop/cancel-execution.command.js';
import { QueueExecutionHandler } from './start/queue-execution.command.js';
import { RunExecutionHandler } from './start/run-execution.command.js';
import { StreamExecutionHandler } from './start/stream-execution.command.js';
import { BlocksController } from './http/blocks.controller.js';
import { ExecuteWorkflowController } from './http/execute/execute-workflow.controller.js';
import { ExecutionsController } from './http/executions.controller.js';
import { ReplayExecutionController } from './http/execute/replay-execution.controller.js';
import { RunsController } from './http/v2/runs.controller.js';
import { StartAnswers } from './http/execute/start-answers.js';
import { JobsController } from './http/jobs.controller.js';
import { ExecutionJobs } from './jobs/execution-jobs.js';
import { GetJobHandler } from './jobs/get-job.query.js';
import { JobRetention } from './jobs/job-retention.js';
import { JobRunner } from './jobs/job-runner.js';
import { RunEstimates } from './ports/run-estimates.js';
import { RecoverRun } from './jobs/recover-run.job.js';
import { RunExecutionJob } from './jobs/run-execution.job.js';
import { FindRepeatedRunHandler } from './find/find-repeated-run.query.js';
import { FollowExecutionHandler } from './watch/follow-execution.query.js';
import { GetExecutionHandler } from './find/get-execution.query.js';
import { Claims } from './store/claims.js';
import { RunDurations } from './store/run-durations.js';
import { DetachedRuns } from './resume/detached-runs.js';
import { InputFiles } from './start/input-files.js';
import { LiveRuns } from './drive/live-runs.js';
import { Plans } from './drive/plans.js';
import { RepeatedRuns } from './drive/repeated-runs.js';
import { RunCanceller } from './stop/run-canceller.js';
import { RunFinder } from './find/run-finder.js';
import { Runs } from './drive/runs.js';
import { NextRest } from './drive/next-rest.js';
import { OrphanedRuns } from './stop/orphaned-runs.js';
import { OwnWork } from './drive/own-work.js';
import { Resumptions } from './resume/resumptions.js';
import { ServerWorld } from './blocks/server-world.js';
import { Starts } from './start/starts.js';
import { Stopping } from './stop/stopping.js';
import { WorkspaceData } from './blocks/workspace-data.js';
import { OpenStreams } from './watch/open-streams.js';
import { OutputSelections } from './watch/output-selections.js';
import { RunFollower } from './watch/run-follower.js';
import { RunTails } from './watch/run-tails.js';

const commands = [RunExecutionHandler, QueueExecutionHandler, StreamExecutionHandler, CancelExecutionHandler];
const queries = [FindRepeatedRunHandler, FollowExecutionHandler, GetExecutionHandler, GetJobHandler];
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
const work = [RunExecutionJob, RecoverRun, JobRunner, JobRetention, ExecutionJobs];

/** Global, since it fills ports of modules below it: which blocks there are, and how long runs take. */
@Global()
@Module({
  imports: [RetentionModule, IdentityModule, WorkflowsModule, EnvironmentModule, KnowledgeModule],
  controllers: [
    BlocksController,
    ExecuteWorkflowController,
    ExecutionsController,
    JobsController,
    ReplayExecutionController,
    RunsController,
  ],
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
  exports: [BlockCatalogue, DetachedRuns, ExecutionJobs, OpenStreams, Resumptions, RunEstimates, RunFinder, Stopping],
})
export class RunsModule implements OnModuleInit {
  constructor(
    private readonly worker: WorkerLoop,
    private readonly jobs: JobRunner,
    private readonly runJob: RunExecutionJob,
    private readonly recover: RecoverRun,
    private readonly housekeeper: Housekeeper,
    private readonly claims: Claims,
    private readonly durations: RunDurations,
    private readonly jobRetention: JobRetention,
  ) {}

  onModuleInit(): void {
    this.jobs.register(this.runJob);
    this.worker.register(this.jobs);
    this.worker.register(this.recover);
    this.housekeeper.add(() => this.claims.forgetOld());
    this.housekeeper.add(() => this.durations.forgetOld());
    this.housekeeper.add(() => this.jobRetention.apply());
  }
}
