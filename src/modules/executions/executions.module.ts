import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Housekeeper } from '#infrastructure/housekeeping/housekeeper.js';
import { WorkerLoop } from '#infrastructure/queue/worker-loop.js';
import { JobRunner, JobsModule } from '#modules/jobs/index.js';
import { BlockCatalogue, WorkflowsModule } from '#modules/workflows/index.js';
import { blockRegistry } from './blocks/index.js';
import { QueueExecutionHandler } from './commands/queue-execution.handler.js';
import { RunExecutionHandler } from './commands/run-execution.handler.js';
import { ExecuteWorkflowController } from './http/execute-workflow.controller.js';
import { RecoverRun } from './jobs/recover-run.job.js';
import { RunExecutionJob } from './jobs/run-execution.job.js';
import { Claims } from './store/claims.js';
import { LiveRuns } from './runtime/live-runs.js';
import { Plans } from './runtime/plans.js';
import { Runs } from './runtime/runs.js';
import { Starts } from './runtime/starts.js';

const commands = [RunExecutionHandler, QueueExecutionHandler];
const runtime = [Claims, LiveRuns, Plans, Runs, Starts];
const work = [RunExecutionJob, RecoverRun];

/** Global, since it fills a port of the module below it: which blocks there are. */
@Global()
@Module({
  imports: [JobsModule, WorkflowsModule],
  controllers: [ExecuteWorkflowController],
  providers: [...commands, ...runtime, ...work, { provide: BlockCatalogue, useValue: blockRegistry }],
  exports: [BlockCatalogue],
})
export class ExecutionsModule implements OnModuleInit {
  constructor(
    private readonly worker: WorkerLoop,
    private readonly jobs: JobRunner,
    private readonly runJob: RunExecutionJob,
    private readonly recover: RecoverRun,
    private readonly housekeeper: Housekeeper,
    private readonly claims: Claims,
  ) {}

  onModuleInit(): void {
    this.jobs.register(this.runJob);
    this.worker.register(this.recover);
    this.housekeeper.add(() => this.claims.forgetOld());
  }
}
