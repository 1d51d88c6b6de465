import { Controller, Get, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { SkipThrottle } from '@nestjs/throttler';
import { IgnoresUnknownFields } from '#edge/body/fields/undeclared-fields.js';
import { CurrentCaller } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import { pathId } from '#kernel/ids.js';
import { Access } from '#modules/identity/index.js';
import { GetJob } from '../jobs/get-job.query.js';
import { jobResponse, type JobResponse } from './job.response.js';

@Controller('api/jobs')
export class JobsController {
  constructor(private readonly queries: QueryBus) {}

  /**
   * Returns the status of a job and its result. A job that has ended can be read for seven days.
   * @error 404 NOT_FOUND when the job does not exist, or the caller has no access to it
   * @returns The job.
   */
  @Get(':jobId')
  @IgnoresUnknownFields()
  @Access('api-key', 'session')
  @SkipThrottle({ api: true })
  async get(@CurrentCaller() caller: Caller, @Param('jobId') jobId: string): Promise<JobResponse> {
    return jobResponse(await this.queries.execute(new GetJob(caller, pathId(jobId, 'Job'))));
  }
}
