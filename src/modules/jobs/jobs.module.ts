import { Module, type OnModuleInit } from '@nestjs/common';
import { WorkerLoop } from '#infrastructure/queue/worker-loop.js';
import { JobsController } from './http/jobs.controller.js';
import { GetJobHandler } from './queries/get-job.handler.js';
import { JobRunner } from './worker/job-runner.js';

@Module({ controllers: [JobsController], providers: [JobRunner, GetJobHandler], exports: [JobRunner] })
export class JobsModule implements OnModuleInit {
  constructor(
    private readonly worker: WorkerLoop,
    private readonly runner: JobRunner,
  ) {}

  onModuleInit(): void {
    this.worker.register(this.runner);
  }
}
