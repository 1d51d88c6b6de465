import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import type { Response } from 'express';
import type { Answers, Csv, JsonLines } from '#edge/answer/answers.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { one, type One } from '#edge/answer/envelope.js';
import { sendPages } from '#edge/answer/paged-file.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { Limits, type WithLimits } from '#kernel/plan/limits.js';
import type { Page } from '#kernel/page.js';
import { pathId } from '#kernel/ids.js';
import { Access, AdmittedStreams } from '#modules/identity/index.js';
import { Takeouts } from '#modules/audit/index.js';
import { CompareExecutions } from '../queries/comparison/compare-executions.query.js';
import type { Comparison } from '../queries/comparison/comparison.js';
import { DiagnoseExecution } from '../queries/diagnosis/diagnose-execution.query.js';
import type { Diagnosis } from '../queries/diagnosis/diagnosis.js';
import { GetExecutionLog } from '../queries/get-execution-log.query.js';
import type { EffectView } from '../queries/diagnosis/effects.js';
import { GetLog } from '../queries/get-log.query.js';
import type { LogView } from '../queries/log-view.js';
import { ListEffects } from '../queries/diagnosis/list-effects.query.js';
import { CompareRunsRequest } from './compare-runs.request.js';
import { executionLogResponse, type ExecutionLogResponse } from './execution-log.response.js';
import { ExportLogsRequest, ListLogsRequest } from './list-logs.request.js';
import { LocatedRunRequest, LogOfRequest } from './located-run.request.js';
import { logColumns } from './log-columns.js';
import { logEntryResponse, logResponse, type LogEntryResponse, type LogResponse } from './log.response.js';

@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/logs')
export class LogsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly limits: Limits,
    private readonly takeouts: Takeouts,
    private readonly streams: AdmittedStreams,
  ) {}

  /**
   * Lists the runs of a workspace that match the filters.
   * @returns A page of log entries.
   */
  @Get()
  async list(@CurrentCaller() caller: Caller, @Query() request: ListLogsRequest): Promise<Page<LogEntryResponse> & WithLimits> {
    const message = request.toMessage(caller);
    const { data, nextCursor } = await this.queries.execute(message);
    const limits = await this.limits.limits({ caller });
    return { data: data.map((view) => logEntryResponse(view, message.include)), nextCursor, limits };
  }

  /**
   * Exports all runs that match the filters, as a file.
   * @returns All matching runs, as JSON Lines or CSV.
   */
  @Get('export')
  async export(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Query() request: ExportLogsRequest,
    @Res() response: Response,
  ): Promise<Answers<{ 200: JsonLines<LogEntryResponse> | Csv }>> {
    const ended = this.streams.enter(caller, response.req, response);
    const { include } = request.toPage(caller, undefined);
    const { workspaceId } = request;
    const file = {
      name: 'logs',
      format: request.format,
      page: this.takeouts.recorded(meta, { kind: 'logs', resourceId: workspaceId, workspaceId }, (cursor) =>
        this.queries.execute(request.toPage(caller, cursor)),
      ),
      line: (view: LogView) => logEntryResponse(view, include),
      columns: logColumns,
    };
    await sendPages(response, file, ended);
  }

  /**
   * Returns one run with its spans and its output. With `workspaceId`, the id may be the execution id that the caller of the run chose.
   * @returns The run with its spans and its output.
   */
  @Get(':id')
  async get(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query() { workspaceId }: LogOfRequest,
  ): Promise<
    {
      /** The run. */
      data: LogResponse;
    } & WithLimits
  > {
    const view = await this.queries.execute(new GetLog(caller, workspaceId === undefined ? pathId(id, 'Log') : id, workspaceId));
    return { data: logResponse(view), limits: await this.limits.limits({ caller }) };
  }

  /**
   * Returns the definition that a run used.
   * @error 409 EXECUTION_ID_AMBIGUOUS when runs of several workspaces have the id, and `workspaceId` is absent
   * @returns The version of the workflow that the run ran.
   */
  @Get('executions/:executionId')
  async execution(
    @CurrentCaller() caller: Caller,
    @Param('executionId') id: string,
    @Query() { workspaceId }: LocatedRunRequest,
  ): Promise<ExecutionLogResponse> {
    const found = await this.queries.execute(new GetExecutionLog({ caller, id, workspaceId }));
    return executionLogResponse(found, await this.limits.limits({ caller }));
  }

  /**
   * Explains why a run is in its current state, with possible remedies.
   * @error 409 EXECUTION_ID_AMBIGUOUS when runs of several workspaces have the id, and `workspaceId` is absent
   * @returns The diagnosis of the run.
   */
  @Get('executions/:executionId/diagnosis')
  async diagnosis(
    @CurrentCaller() caller: Caller,
    @Param('executionId') id: string,
    @Query() { workspaceId }: LocatedRunRequest,
  ): Promise<One<Diagnosis> & WithLimits> {
    const { diagnosis } = await this.queries.execute(new DiagnoseExecution({ caller, id, workspaceId }));
    return { ...one(diagnosis), limits: await this.limits.limits({ caller }) };
  }

  /**
   * Lists the external calls of a run.
   * @error 409 EXECUTION_ID_AMBIGUOUS when runs of several workspaces have the id, and `workspaceId` is absent
   * @returns The external calls of the run.
   */
  @Get('executions/:executionId/effects')
  async effects(
    @CurrentCaller() caller: Caller,
    @Param('executionId') id: string,
    @Query() { workspaceId }: LocatedRunRequest,
  ): Promise<Page<EffectView> & WithLimits> {
    const { effects } = await this.queries.execute(new ListEffects({ caller, id, workspaceId }));
    return { data: effects, nextCursor: null, limits: await this.limits.limits({ caller }) };
  }

  /**
   * Compares the answers, the tool calls, the tokens, the cost and the time of two runs.
   * @error 409 EXECUTION_ID_AMBIGUOUS when runs of several workspaces have one of the ids, and `workspaceId` is absent
   * @returns Both runs and their differences.
   */
  @Get('executions/:executionId/compare')
  async compare(
    @CurrentCaller() caller: Caller,
    @Param('executionId') id: string,
    @Query() { with: other, workspaceId }: CompareRunsRequest,
  ): Promise<One<Comparison> & WithLimits> {
    const compared = await this.queries.execute(new CompareExecutions({ caller, id, workspaceId }, { caller, id: other, workspaceId }));
    return { ...one(compared), limits: await this.limits.limits({ caller }) };
  }
}
