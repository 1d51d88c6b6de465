import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { SkipThrottle, Throttle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { Config } from '#host/config/config.js';
import type { Answers, EventStream } from '#edge/answer/answers.js';
import { CurrentCaller, RequestMeta, requestSource } from '#edge/request/caller.decorator.js';
import { TakesRepeatedKeys } from '#edge/body/fields/repeated-keys.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { pathId } from '#kernel/ids.js';
import { Access } from '#modules/identity/index.js';
import { CancelExecution } from '../../stop/cancel-execution.command.js';
import { QueueExecution } from '../../start/queue-execution.command.js';
import { RunExecution } from '../../start/run-execution.command.js';
import { GetExecution } from '../../find/get-execution.query.js';
import type { StreamMessage } from '../../watch/stream-frames.js';
import { StartAnswers } from '../execute/start-answers.js';
import { ExecuteRunBody, parseExecuteRunRequest } from './execute-run.request.js';
import { GetRunRequest } from './get-run.request.js';
import {
  cancelledRunResponse,
  restedRunResponse,
  runResponse,
  startedRunResponse,
  type CancelledRunResponse,
  type RunResponse,
  type StartedRunResponse,
} from './run.response.js';

/**
 * Starts and reads runs in the second generation of the API. The runs are the same.
 * @tag Runs v2
 */
@Access('api-key', 'session')
@Controller('api/v2/workflows/:id')
export class RunsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly answers: StartAnswers,
    private readonly config: Config,
  ) {}

  /**
   * Executes a workflow: runs its deployed version. The response has status 200 even if the run failed.
   * @header X-Run-Id Your own id for the run, unique in the workspace.
   * @header Idempotency-Key Makes retries safe for 24 hours: a repeated request with the same key starts no run and returns the response of the first one.
   * @answers X-Run-Id The id of the run.
   * @answers X-Execution-Id The same, of a stream.
   * @answers Idempotent-Replayed `true` when the response is that of an earlier request.
   * @error 402 USAGE_LIMIT_EXCEEDED when the account has used up its budget for the period
   * @error 409 EXECUTION_ID_CONFLICT when another run of the workspace has the id
   * @error 409 CALL_CHAIN_TOO_DEEP when 25 workflows led to this request
   * @error 409 IDEMPOTENCY_KEY_IN_USE while the first request with the key is running
   * @error 422 IDEMPOTENCY_KEY_REUSED when the key was used with another body
   * @returns The run, after it has ended or paused.
   * @returns 202 The run was queued.
   */
  @Post('execute')
  @TakesRepeatedKeys()
  @Throttle({ sync: {}, async: {} })
  @HttpCode(200)
  async execute(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: ExecuteRunBody,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<Answers<{ 200: RunResponse | EventStream<StreamMessage>; 202: StartedRunResponse }>> {
    const workflowId = pathId(id, 'Workflow');
    const asked = parseExecuteRunRequest(body, request.headers);
    const start = { ...asked, caller, workflowId, requestId: request.requestId, source: requestSource(request) };
    if (asked.mode === 'stream') return this.answers.stream(start, request, response, 'X-Run-Id');
    if (asked.mode === 'async') {
      const queued = await this.commands.execute(new QueueExecution(start));
      tellOf(queued, response)
        .status(202)
        .json(startedRunResponse(workflowId, queued.executionId, this.config.baseUrl));
      return;
    }
    const run = await this.commands.execute(new RunExecution(start));
    const { executionId, workspaceId, state } = run;
    request.subject = { workspaceId, executionId };
    tellOf(run, response).json(restedRunResponse(executionId, state));
  }

  /**
   * Returns the status of a run and its result.
   * @returns The run.
   */
  @Get('runs/:executionId')
  @SkipThrottle({ api: true })
  async get(
    @CurrentCaller() caller: Caller,
    @Param('id') workflowId: string,
    @Param('executionId') id: string,
    @Query() { selectors, includeOutput: withOutput }: GetRunRequest,
  ): Promise<RunResponse> {
    const view = await this.queries.execute(new GetExecution({ caller, workflowId, id }, selectors, false));
    return runResponse(view, { withOutput, withBlocks: selectors.length > 0 });
  }

  /**
   * Cancels a run.
   * @returns The result of the cancellation.
   */
  @Post('runs/:executionId/cancel')
  @SkipThrottle({ api: true })
  @HttpCode(200)
  async cancel(
    @CurrentCaller() caller: Caller,
    @Param('id') workflowId: string,
    @Param('executionId') id: string,
    @RequestMeta() meta: EventMeta,
  ): Promise<CancelledRunResponse> {
    return cancelledRunResponse(await this.commands.execute(new CancelExecution({ caller, workflowId, id }, meta)));
  }
}

function tellOf({ executionId, replayed }: { readonly executionId: string; readonly replayed: boolean }, response: Response): Response {
  if (replayed) response.setHeader('Idempotent-Replayed', 'true');
  return response.setHeader('X-Run-Id', executionId);
}
