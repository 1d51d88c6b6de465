import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { one, type One } from '#edge/answer/envelope.js';
import { CurrentCaller, requestSource } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import { pathId } from '#kernel/ids.js';
import { Access } from '#modules/identity/index.js';
import { StreamExecution } from '../../start/stream-execution.command.js';
import { parseTestDraftRequest, TestDraftRequest } from './test-draft.request.js';

/** A run of the draft that has started. */
interface StartedTest {
  /** Id of the run. */
  readonly executionId: string;
}

/** @tag Executions */
@Controller('api/v1/workflows/:id/draft/runs')
export class TestDraftController {
  constructor(private readonly commands: CommandBus) {}

  /**
   * Starts a test of the draft and responds at once. The run is one like any other: it is in the log, it survives its process, and it is followed, cancelled and
   * replayed like a run of a version. Its first event names the revision and pins its content.
   * @header X-Execution-Id Your own id for the run, unique in the workspace.
   * @header Idempotency-Key Makes retries safe for 24 hours: a repeated request with the same key starts no run and returns the response of the first one.
   * @error 400 VALIDATION_FAILED also when the draft cannot run, and for a block that the run cannot reach
   * @error 402 USAGE_LIMIT_EXCEEDED when the account has used up its budget for the period
   * @error 404 NOT_FOUND also when the workflow has no such revision, run or delivery
   * @error 409 CONFLICT when the run `reuse` has not ended
   * @error 409 CONTENTS_NOT_KEPT when the workspace keeps no prompts and answers, so that the earlier run or the event of the delivery is not stored
   * @error 409 EXECUTION_ID_CONFLICT when another run of the workspace has the id
   * @error 409 IDEMPOTENCY_KEY_IN_USE while the first request with the key is starting the run
   * @error 422 IDEMPOTENCY_KEY_REUSED when the key was used with another body
   * @answers Idempotent-Replayed `true` when the response is that of an earlier request.
   * @returns 202 The run has started.
   */
  @Post()
  @Access('api-key', 'session')
  @Throttle({ sync: {}, async: {} })
  @HttpCode(202)
  async testDraft(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: TestDraftRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<One<StartedTest>> {
    const asked = parseTestDraftRequest(body, request.headers);
    const start = { ...asked, caller, workflowId: pathId(id, 'Workflow'), requestId: request.requestId, source: requestSource(request) };
    const { knownAs, replayed } = await this.commands.execute(new StreamExecution(start, true));
    if (replayed) response.setHeader('Idempotent-Replayed', 'true');
    return one({ executionId: knownAs });
  }
}
