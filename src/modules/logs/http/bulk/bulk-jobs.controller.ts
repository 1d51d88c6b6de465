import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { one, type One } from '#edge/answer/envelope.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { pathId } from '#kernel/ids.js';
import { Access } from '#modules/identity/index.js';
import { CountBulkJob } from '../../queries/bulk/count-bulk-job.query.js';
import { GetBulkJob } from '../../queries/bulk/get-bulk-job.query.js';
import { RequestBulkJob } from '../../commands/request-bulk-job.command.js';
import { StopBulkJob } from '../../commands/stop-bulk-job.command.js';
import { BulkJobRequest } from './bulk-job.request.js';
import { bulkJobResponse, type BulkCountResponse, type BulkJobResponse } from './bulk-job.response.js';

/** @tag Logs */
@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/logs/bulk')
export class BulkJobsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Counts the runs that a bulk job would cancel or replay, and does nothing to them.
   * @returns The number of runs.
   */
  @Post('count')
  @HttpCode(200)
  async countRunsOfBulkJob(@CurrentCaller() caller: Caller, @Body() request: BulkJobRequest): Promise<One<BulkCountResponse>> {
    return one({ found: await this.queries.execute(new CountBulkJob(caller, request.toRequest())) });
  }

  /**
   * Cancels or replays many runs in the background, the oldest first: up to 1,000 that are named, or up to 5,000 that match filters at the time of
   * the request. No run is replayed twice, also if processes are killed meanwhile.
   * @error 409 CONFLICT while another bulk job runs in the workspace
   * @returns The job was accepted.
   */
  @Post()
  @HttpCode(202)
  async startBulkJob(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Body() request: BulkJobRequest,
  ): Promise<One<BulkJobResponse>> {
    return one(bulkJobResponse(await this.commands.execute(new RequestBulkJob(caller, meta, request.toRequest()))));
  }

  /**
   * Gets a bulk job with its progress.
   * @returns The job.
   */
  @Get(':bulkJobId')
  async getBulkJob(@CurrentCaller() caller: Caller, @Param('bulkJobId') id: string): Promise<One<BulkJobResponse>> {
    return one(bulkJobResponse(await this.queries.execute(new GetBulkJob(caller, pathId(id, 'Bulk job')))));
  }

  /**
   * Stops a bulk job after the runs that it is at. Runs that were cancelled or replayed before stay so; a job that has ended does not change.
   * @returns The job.
   */
  @Post(':bulkJobId/stop')
  @HttpCode(200)
  async stopBulkJob(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('bulkJobId') id: string,
  ): Promise<One<BulkJobResponse>> {
    return one(bulkJobResponse(await this.commands.execute(new StopBulkJob(caller, meta, pathId(id, 'Bulk job')))));
  }
}
