import { Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { CurrentCaller, requestSource } from '#infrastructure/http/caller.decorator.js';
import { Throttle } from '#infrastructure/throttling/throttle.decorator.js';
import type { Caller } from '#kernel/caller.js';
import { pathId } from '#kernel/path-id.js';
import { Access } from '#modules/identity/index.js';
import type { StartRequest } from '../commands/run-execution.command.js';
import { StreamExecution } from '../commands/stream-execution.command.js';
import { FollowExecution } from '../queries/follow-execution.query.js';
import { goneSignal, sendEvents } from './event-stream.js';
import { parseExecuteRequest } from './execute-workflow.request.js';
import { StartAnswers } from './start-answers.js';
import { startKind } from './start-kind.js';

@Controller('api/workflows')
export class ExecuteWorkflowController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly answers: StartAnswers,
  ) {}

  @Post(':id/execute')
  @Access('key')
  @Throttle(startKind)
  @HttpCode(200)
  async execute(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const asked = parseExecuteRequest(request.body, request.headers);
    const start = { ...asked, caller, workflowId: pathId(id, 'Workflow'), requestId: request.requestId, source: requestSource(request) };
    if (asked.mode === 'async') await this.answers.queue(start, response);
    else if (asked.mode === 'stream') await this.#stream(start, request, response);
    else await this.answers.run(start, request, response);
  }

  /** Its caller reads what everybody may read who asks for the stream of the run; nothing hangs on this connection. */
  async #stream(start: StartRequest, request: Request, response: Response): Promise<void> {
    const { executionId: id, replayed } = await this.commands.execute(new StreamExecution(start));
    const { caller, workflowId, selectedOutputs } = start;
    const options = { selectedOutputs, after: undefined, gone: goneSignal(response) };
    const { executionId, workspaceId, messages } = await this.queries.execute(new FollowExecution({ caller, workflowId, id }, options));
    request.subject = { workspaceId, executionId };
    response.setHeader('X-Execution-Id', executionId);
    if (replayed) response.setHeader('Idempotent-Replayed', 'true');
    await sendEvents(response, messages);
  }
}
