import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { pathId } from '#kernel/ids.js';
import { Access } from '#modules/identity/index.js';
import { ChangeSchedule } from '../../firing/commands/change-schedule.command.js';
import { GetSchedule } from '../../firing/queries/get-schedule.query.js';
import { ListSchedules } from '../../firing/queries/list-schedules.query.js';
import { ChangeScheduleRequest, ListSchedulesRequest } from './schedule.request.js';
import {
  scheduleOfWorkflow,
  scheduleResponse,
  type ChangedScheduleResponse,
  type OneScheduleResponse,
  type ScheduleOfWorkflowResponse,
  type SchedulesResponse,
} from './schedule.response.js';

/** @tag Schedules */
@Controller('api/schedules')
@Access('api-key', 'session')
@Throttle({ api: {} })
export class SchedulesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Returns the schedule of a block of a workflow, or the schedules of a workspace.
   * @returns The schedule, or the schedules.
   */
  @Get()
  async list(
    @CurrentCaller() caller: Caller,
    @Query() request: ListSchedulesRequest,
  ): Promise<ScheduleOfWorkflowResponse | SchedulesResponse> {
    const owner = request.toMessage();
    const found = await this.queries.execute(new ListSchedules(caller, owner));
    if (!('workflowId' in owner)) return { schedules: found.map(scheduleResponse) };
    const { blockId } = request;
    return scheduleOfWorkflow(found.find((view) => blockId === undefined || view.blockId === blockId));
  }

  /**
   * Returns a schedule.
   * @returns The schedule.
   */
  @Get(':scheduleId')
  async get(@CurrentCaller() caller: Caller, @Param('scheduleId') id: string): Promise<OneScheduleResponse> {
    return { schedule: scheduleResponse(await this.queries.execute(new GetSchedule(caller, pathId(id, 'Schedule')))) };
  }

  /**
   * Stops a schedule, or lets it continue. Times between the two have no run.
   * @returns The schedule was changed.
   */
  @Put(':scheduleId')
  async change(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('scheduleId') id: string,
    @Body() { action }: ChangeScheduleRequest,
  ): Promise<ChangedScheduleResponse> {
    const scheduleId = pathId(id, 'Schedule');
    await this.commands.execute(new ChangeSchedule(caller, meta, scheduleId, action));
    const { nextRunAt } = await this.queries.execute(new GetSchedule(caller, scheduleId));
    return { message: action === 'disable' ? 'Schedule disabled' : 'Schedule reactivated', nextRunAt };
  }
}
