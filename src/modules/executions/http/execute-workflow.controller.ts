import { Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { Config } from '#infrastructure/config/config.js';
import { CurrentCaller } from '#infrastructure/http/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import { pathId } from '#kernel/path-id.js';
import { Access } from '#modules/identity/index.js';
import { QueueExecution } from '../commands/queue-execution.command.js';
import { RunExecution, type StartRequest } from '../commands/run-execution.command.js';
import { Admission } from '../ports/admission.js';
import { parseExecuteRequest, type ExecuteWorkflowRequest } from './execute-workflow.request.js';
import { asyncStartResponse, executionAnswer } from './execution.response.js';

@Controller('api/workflows')
export class ExecuteWorkflowController {
  constructor(
    private readonly commands: CommandBus,
    private readonly admission: Admission,
    private readonly config: Config,
  ) {}

  @Post(':id/execute')
  @Access('key')
  @HttpCode(200)
  async execute(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const asked = parseExecuteRequest(request.body, request.headers);
    const start = { ...asked, caller, workflowId: pathId(id, 'Workflow'), requestId: request.requestId };
    await (asked.mode === 'async' ? this.#queue(start, response) : this.#run(start, request, response));
  }

  async #run(start: StartRequest & ExecuteWorkflowRequest, request: Request, response: Response): Promise<void> {
    const { executionId, workspaceId, state, replayed } = await this.commands.execute(new RunExecution(start));
    request.subject = { workspaceId, executionId };
    if (response.destroyed) return;
    const limits = state.status === 'completed' ? await this.admission.limits({ caller: start.caller, workspaceId }) : undefined;
    const answer = executionAnswer(executionId, state, limits);
    response.setHeader('X-Execution-Id', executionId);
    if (replayed) response.setHeader('Idempotent-Replayed', 'true');
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
    send(response, answer.status, answer.body);
  }

  async #queue(start: StartRequest, response: Response): Promise<void> {
    const { jobId, executionId, replayed } = await this.commands.execute(new QueueExecution(start));
    response.setHeader('X-Execution-Id', executionId);
    if (replayed) response.setHeader('Idempotent-Replayed', 'true');
    send(response, 202, asyncStartResponse(jobId, executionId, this.config.baseUrl));
  }
}

/** A Response block may have chosen another media type; what it sends is JSON all the same, unless it is text. */
function send(response: Response, status: number, body: unknown): void {
  const chosen = response.getHeader('content-type');
  if (chosen === undefined) response.setHeader('Content-Type', 'application/json; charset=utf-8');
  const isText = typeof body === 'string' && chosen !== undefined && !/json/i.test(String(chosen));
  response.statusCode = status;
  response.end(isText ? body : JSON.stringify(body));
}
