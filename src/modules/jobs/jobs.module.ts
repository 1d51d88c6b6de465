import { Module, type OnModuleInit } from '@nestjs/common';
import { Housekeeper } from '#infrastructure/housekeeping/housekeeper.js';
import { WorkerLoop } from '#infrastructure/queue/worker-loop.js';
import { RetentionModule } from '#modules/retention/index.js';
import { JobsController } from './http/jobs.controller.js';
import { ExecutionJobs } from './queries/execution-jobs.js';
import { GetJobHandler } from './queries/get-job.handler.js';
import { JobRetention } from './worker/job-retention.js';
import { JobRunner } from './worker/job-runner.js';

@Module({
  imports: [RetentionModule],
  controllers: [JobsController],
  providers: [JobRunner, JobRetention, GetJobHandler, ExecutionJobs],
  exports: [JobRunner, ExecutionJobs],
})
export class JobsModule implements OnModuleInit {
  constructor(
    private readonly worker: WorkerLoop,
    private readonly runner: JobRunner,
    private readonly housekeeper: Housekeeper,
    private readonly retention: JobRetention,
  ) {}

  onModuleInit(): void {
    this.worker.register(this.runner);
    this.housekeeper.add(() => this.retention.apply());
  }
}
