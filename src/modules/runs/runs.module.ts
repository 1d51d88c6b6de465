import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import { WorkerLoop } from '#ledger/work/worker-loop.js';
import { FilesModule } from '#modules/files/index.js';
import { EnvironmentModule } from '#modules/environment/index.js';
import { IdentityModule } from '#modules/identity/index.js';
import { RetentionModule } from '#modules/retention/index.js';
import { KnowledgeModule } from '#modules/knowledge/index.js';
import { ModelsModule } from '#modules/models/index.js';
import { ConversationsModule } from '#modules/conversations/index.js';
import { BlockCatalogue, DocumentReview, WorkflowsModule } from '#modules/workflows/index.js';
import { blockRegistry } from '#blocks/index.js';
import { CancelExecutionHandler } from './stop/cancel-execution.command.js';
import { QueueExecutionHandler } from './start/queue-execution.command.js';
import { RunExecutionHandler } from './start/run-execution.command.js';
import { StreamExecutionHandler } from './start/stream-execution.command.js';
import { BlocksController } from './http/blocks.controller.js';
import { ExecuteWorkflowController } from './http/execute/execute-workflow.controller.js';
import { ExecutionsController } from './http/executions.controller.js';
import { RunDraftController } from './http/execute/run-draft.controller.js';
import { TestDraftController } from './http/execute/test-draft.controller.js';
import { ReplayExecutionController } from './http/execute/replay-execution.controller.js';
import { RunsController } from './http/v2/runs.controller.js';
import { AwaitedRun } from './http/execute/awaited-run.js';
import { StartAnswers } from './http/execute/start-answers.js';
import { JobsController } from './http/jobs.controller.js';
import { ExecutionJobs } from './jobs/execution-jobs.js';
import { GetJobHandler } from './jobs/get-job.query.js';
import { JobRetention } from './jobs/job-retention.js';
import { RunEstimates } from './ports/run-estimates.js';
import { RecoverRun } from './resume/recover-run.work.js';
import { RunJob } from './start/run-job.work.js';
import { FindRepeatedRunHandler } from './find/find-repeated-run.query.js';
import { FollowExecutionHandler } from './watch/follow-execution.query.js';
import { GetExecutionHandler } from './find/get-execution.query.js';
import { Claims } from './store/claims.js';
import { StreamedText } from './ports/streamed-text.js';
import { TextPieces } from './store/texts/text-pieces.js';
import { ContentUpkeep } from './store/texts/content-upkeep.js';
import { TextUpkeep } from './store/texts/text-upkeep.js';
import { RunDurations } from './store/run-durations.js';
import { InputFiles } from './start/input-files.js';
import { ActiveRuns } from './drive/active-runs.js';
import { Plans } from './blocks/plans.js';
import { ReplayOrigins } from './drive/reuse/replay-origins.js';
import { EndRuns } from './stop/end-runs.work.js';
import { StopRun } from './stop/stop-run.js';
import { RunStore } from './find/run-store.js';
import { RunDriver } from './drive/run-driver.js';
import { StopOnDeletion } from './stop/stop-on-deletion.js';
import { ResumeRun } from './resume/resume-run.js';
import { Quarantine } from './stop/quarantine.js';
import { ModelMetrics } from './blocks/agents/model-metrics.js';
import { ServerWorld } from './blocks/world/server-world.js';
import { WorkspaceReview } from './blocks/workspace-review.js';
import { DraftVersions } from './find/draft-versions.js';
import { DraftRuns } from './start/draft-runs.js';
import { ContentsRule } from './start/contents-rule.js';
import { QueuedJobs } from './start/queued-jobs.js';
import { TriggeredRuns } from './start/triggered-runs.js';
import { Starts } from './start/starts.js';
import { RunTelemetry } from './drive/telemetry/run-telemetry.js';
import { Stopping } from './drive/stopping.js';
import { RunFiles } from './blocks/data/run-files.js';
import { RunKnowledge } from './blocks/data/run-knowledge.js';
import { RunMemory } from './blocks/data/run-memory.js';
import { RunTables } from './blocks/data/run-tables.js';
import { ServerCapabilities } from './blocks/world/server-capabilities.js';
import { OutputSelections } from './find/output-selections.js';
import { FollowRun } from './watch/follow-run.js';
import { StreamTails } from './watch/stream-tails.js';

const commands = [RunExecutionHandler, QueueExecutionHandler, StreamExecutionHandler, CancelExecutionHandler];
const queries = [FindRepeatedRunHandler, FollowExecutionHandler, GetExecutionHandler, GetJobHandler];
const driving = [
  ModelMetrics,
  RunTelemetry,
  ServerWorld,
  ServerCapabilities,
  RunFiles,
  RunKnowledge,
  RunMemory,
  RunTables,
  Plans,
  ActiveRuns,
  ReplayOrigins,
  RunDriver,
  Stopping,
];
const finding = [
  Claims,
  TextPieces,
  { provide: StreamedText, useExisting: TextPieces },
  TextUpkeep,
  ContentUpkeep,
  RunDurations,
  DraftVersions,
  RunStore,
  OutputSelections,
];
const watching = [FollowRun, StreamTails];
const stopping = [StopRun, StopOnDeletion, EndRuns, Quarantine];
const starting = [AwaitedRun, ContentsRule, DraftRuns, InputFiles, QueuedJobs, Starts, StartAnswers, TriggeredRuns];
const work = [RunJob, RecoverRun, ResumeRun, JobRetention, ExecutionJobs];

/** Global, because it provides ports of lower modules: the catalogue of blocks, and estimates of durations. */
@Global()
@Module({
  imports: [
    RetentionModule,
    IdentityModule,
    WorkflowsModule,
    EnvironmentModule,
    KnowledgeModule,
    ModelsModule,
    ConversationsModule,
    FilesModule,
  ],
  controllers: [
    BlocksController,
    ExecuteWorkflowController,
    ExecutionsController,
    JobsController,
    ReplayExecutionController,
    RunDraftController,
    TestDraftController,
    RunsController,
  ],
  providers: [
    ...commands,
    ...queries,
    ...driving,
    ...finding,
    ...watching,
    ...stopping,
    ...starting,
    ...work,
    { provide: BlockCatalogue, useValue: blockRegistry },
    { provide: DocumentReview, useClass: WorkspaceReview },
    { provide: RunEstimates, useExisting: RunDurations },
  ],
  exports: [
    ActiveRuns,
    AwaitedRun,
    BlockCatalogue,
    DocumentReview,
    DraftVersions,
    ExecutionJobs,
    ModelMetrics,
    RunTelemetry,
    ResumeRun,
    RunEstimates,
    RunStore,
    Stopping,
    StreamTails,
    TriggeredRuns,
  ],
})
export class RunsModule implements OnModuleInit {
  constructor(
    private readonly worker: WorkerLoop,
    private readonly runJob: RunJob,
    private readonly recover: RecoverRun,
    private readonly endRuns: EndRuns,
    private readonly housekeeper: Housekeeper,
    private readonly claims: Claims,
    private readonly durations: RunDurations,
    private readonly jobRetention: JobRetention,
    private readonly texts: TextUpkeep,
    private readonly contents: ContentUpkeep,
  ) {}

  onModuleInit(): void {
    this.worker.register(this.runJob);
    this.worker.register(this.recover);
    this.worker.register(this.endRuns);
    this.housekeeper.add(() => this.claims.forgetOld());
    this.housekeeper.add(() => this.durations.forgetOld());
    this.housekeeper.add(() => this.jobRetention.apply());
    this.texts.begin();
    this.contents.begin();
  }
}
